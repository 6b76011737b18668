import { readFileSync } from 'node:fs'

/**
 * Loaded before a process (`--import`): its clock is ahead of the machine's by the milliseconds in the file `CLOCK_SHIFT_FILE`,
 * which may change at any time. Timers and `performance.now()` run on, as they do when the clock of a machine is set.
 */
const LOOK_EVERY_MS = 20
const file = process.env.CLOCK_SHIFT_FILE ?? ''
const RealDate = Date
let shiftMs = 0
const read = () => {
  shiftMs = Number(readFileSync(file, 'utf8'))
}
read()
setInterval(read, LOOK_EVERY_MS).unref()

const now = () => RealDate.now() + shiftMs
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
RealDate.prototype.constructor = globalThis.Date
