import { writeSync } from 'node:fs'

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
