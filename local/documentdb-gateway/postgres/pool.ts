import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../errors/command-error.ts'
import type { PgConnection } from './connection.ts'

const OPEN_AGAIN_MS = 100

/** A command needs a connection for one statement, a transaction needs it until it ends. */
export type Purpose = 'command' | 'transaction'

interface Options {
  open: () => Promise<PgConnection>
  size: number
  /** The most connections that transactions may hold; the others are left for commands outside transactions. */
  transactionLimit: number
  longestQueue: number
  longestWaitMs: number
}

interface Waiter {
  resolve: (connection: PgConnection) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/** The connections to PostgreSQL. Callers that find none free wait in a bounded queue for a bounded time. */
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

  /** Opens connections in advance; rejects when one cannot be opened. */
  async warmUp(count: number): Promise<void> {
    while (this.#count < Math.min(count, this.#options.size)) await this.#openOne()
  }

  /** Takes a connection; `release` returns it. */
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

  /** Returns a connection. */
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

  // While PostgreSQL does not answer, this is repeated as long as a caller waits.
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

// The command had no effect, so the client can repeat the transaction or the write.
function unavailable(purpose: Purpose): CommandError {
  return purpose === 'transaction'
    ? new CommandError('WriteConflict', 'no connection to the database is free')
    : new CommandError('ShutdownInProgress', 'no connection to the database is free')
}
