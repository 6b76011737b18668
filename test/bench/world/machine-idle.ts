import { readFileSync } from 'node:fs'

/** Time of all processors since the start of the machine, in ticks. */
export interface MachineTime {
  readonly idle: number
  readonly all: number
}

export const readMachineTime = (): MachineTime => parseMachineTime(readFileSync('/proc/stat', 'utf8'))

/**
 * The first line of proc(5) stat: user, nice, system, idle, iowait, irq, softirq, steal; guest times are parts of user
 * and nice.
 */
export function parseMachineTime(text: string): MachineTime {
  const ticks = (text.split('\n', 1)[0] ?? '').trim().split(/\s+/).slice(1, 9).map(Number)
  const [, , , idle = Number.NaN, waiting = 0] = ticks
  return { idle: idle + waiting, all: ticks.reduce((sum, each) => sum + each, 0) }
}

/** The share of the processors' time between two moments that nobody used. */
export const idleShare = (before: MachineTime, after: MachineTime): number =>
  (after.idle - before.idle) / (after.all - before.all)
