import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

const SECRETS = ['token', 'access_token', 'secret', 'clientSecret', 'client_secret', 'authorization']

/** Writes JSON lines with the process's name to stdout. Removes fields named like secrets, at the top and one level down. */
export function createLog(name: string, level: string, out: DestinationStream = new LogOutput(1)): Logger {
  const base = { name, pid: process.pid }
  const formatters = { log: redactBelow }
  return pino({ name, level, base, redact: SECRETS, formatters, timestamp: pino.stdTimeFunctions.isoTime }, out)
}

/** Removes secrets one level below the top. As `*.token` in `redact` that would be four fifths of the time of a line. */
function redactBelow(fields: Record<string, unknown>): Record<string, unknown> {
  let clean = fields
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'object' || value === null) continue
    const found = SECRETS.filter((secret) => Object.hasOwn(value, secret))
    if (found.length === 0) continue
    const hidden = Object.fromEntries(found.map((secret) => [secret, { value: '[Redacted]', enumerable: true }]))
    // An error keeps its prototype, message and stack, which V8 keeps behind an accessor that only the error itself has.
    const stack = value instanceof Error ? { stack: { value: value.stack } } : {}
    const all = { ...Object.getOwnPropertyDescriptors(value), ...stack, ...hidden }
    clean = { ...clean, [name]: Object.create(Object.getPrototypeOf(value), all) }
  }
  return clean
}

const SLOW_READER_MS = 1_000
const PAUSE_MS = 5

/**
 * Writes log lines to a file descriptor at once. A line that it does not take, because the disk is full for instance, is
 * dropped and counted; pino's own destination would make the process wait until it can be written.
 */
export class LogOutput {
  readonly #descriptor: number
  #endsInLine = false
  #dropped = 0

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /** The number of lines that were dropped. */
  get dropped(): number {
    return this.#dropped
  }

  write(line: string): void {
    let rest = Buffer.from(this.#endsInLine ? `\n${line}` : line)
    const whole = rest.length
    try {
      while (rest.length > 0) rest = rest.subarray(this.#writeSome(rest))
      this.#endsInLine = false
    } catch {
      this.#dropped++
      if (rest.length < whole) this.#endsInLine = true
    }
  }

  /** A pipe that is full does not block if another process has made it so; its reader gets a moment. */
  #writeSome(bytes: Buffer): number {
    const giveUpAt = performance.now() + SLOW_READER_MS
    for (;;) {
      try {
        return writeSync(this.#descriptor, bytes)
      } catch (error) {
        const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
        if (!isFull || performance.now() > giveUpAt) throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
      }
    }
  }
}
