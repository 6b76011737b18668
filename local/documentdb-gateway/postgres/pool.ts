import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, TRANSIENT } from '../errors/command-error.ts'
import type { PgConnection } from './connection.ts'

const OPEN_AGAIN_MS = 100

/** A command needs a connection for one statement, a transaction until it ends. */
export type Purpose = 'command' | 'transaction'

interface Options {
  open: () => Promise<PgConnection>
  size: number
  /** How many of the connections transactions may hold; the others are left for the rest. */
  transactionLimit: number
  longestQueue: number
  longestWaitMs: number
}

interface Waiter {
  resolve: (connection: PgConnection) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/** The connections to PostgreSQL. Those who find none wait in a bounded queue for a bounded time. */
export class ConnectionPool {
  readonly #options: Options
  readonly #idle: PgConnection[] = []
  readonly #waiting: Record<Purpose, Waiter[]> = { command: [], transaction: [] }
  #count = 0
  #opening = 0
  #transactions = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Opens so many connections ahead of need; rejects when one cannot be opened. */
  async warmUp(count: number): Promise<void> {
    while (this.#count < Math.min(count, this.#options.size)) await this.#openOne()
  }

  /** A connection for the purpose; to be given back with `release`. */
  acquire(purpose: Purpose): Promise<PgConnection> {
    const waiting = this.#waiting[purpose]
    if (waiting.length >= this.#options.longestQueue) return Promise.reject(unavailable(purpose))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve,
        reject,
        timer: setTimeout(() => this.#giveUp(purpose, waiter), this.#options.longestWaitMs),
      }
      waiting.push(waiter)
      this.#serve()
    })
  }

  /** Takes a connection back. */
  release(connection: PgConnection, purpose: Purpose): void {
    if (purpose === 'transaction') this.#transactions--
    if (connection.isBroken) {
      this.#count--
      connection.close()
    } else this.#idle.push(connection)
    this.#serve()
  }

  #serve(): void {
    const { size, transactionLimit } = this.#options
    for (const purpose of ['command', 'transaction'] as const) {
      const waiting = this.#waiting[purpose]
      while (waiting.length > 0 && (purpose === 'command' || this.#transactions < transactionLimit)) {
        const connection = this.#takeIdle()
        if (!connection) {
          if (this.#count < size && this.#opening < waiting.length) void this.#openForWaiting()
          return
        }
        const waiter = waiting.shift()
        if (!waiter) break
        clearTimeout(waiter.timer)
        if (purpose === 'transaction') this.#transactions++
        waiter.resolve(connection)
      }
    }
  }

  #takeIdle(): PgConnection | undefined {
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      if (!connection.isBroken) return connection
      this.#count--
    }
    return undefined
  }

  async #openOne(): Promise<void> {
    this.#count++
    try {
      this.#idle.push(await this.#options.open())
    } catch (error) {
      this.#count--
      throw error
    }
    this.#serve()
  }

  // While PostgreSQL is away this is tried again for as long as somebody waits.
  async #openForWaiting(): Promise<void> {
    this.#opening++
    await this.#openOne().catch(() => sleep(OPEN_AGAIN_MS))
    this.#opening--
    this.#serve()
  }

  #giveUp(purpose: Purpose, waiter: Waiter): void {
    const waiting = this.#waiting[purpose]
    waiting.splice(waiting.indexOf(waiter), 1)
    waiter.reject(unavailable(purpose))
  }
}

// Nothing was done, so the whole transaction or the write can be tried again.
function unavailable(purpose: Purpose): CommandError {
  return purpose === 'transaction'
    ? new CommandError('TemporarilyUnavailable', 'no connection to the database is free', [TRANSIENT])
    : new CommandError('ShutdownInProgress', 'no connection to the database is free', ['RetryableWriteError'])
}
