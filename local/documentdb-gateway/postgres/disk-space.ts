import { statfsSync } from 'node:fs'
import { CommandError } from '../errors/command-error.ts'

const RESERVED_BYTES = 100_000_000
const VALID_MS = 250

/**
 * The free space of the disk with the data. Writes are refused while it is low: with none left, PostgreSQL would stop, and
 * RabbitMQ takes no message below 50 MB, so that reads would fail too.
 */
export class DiskSpace {
  readonly #folder: string
  #readAt = Number.NEGATIVE_INFINITY
  #freeBytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Throws OutOfDiskSpace if it is low. */
  reserve(): void {
    const now = performance.now()
    if (now - this.#readAt > VALID_MS) {
      const { bavail, bsize } = statfsSync(this.#folder)
      this.#freeBytes = bavail * bsize
      this.#readAt = now
    }
    if (this.#freeBytes < RESERVED_BYTES)
      throw new CommandError('OutOfDiskSpace', `only ${this.#freeBytes} bytes are left on the disk`)
  }
}
