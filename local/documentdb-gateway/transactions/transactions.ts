import { CommandError, TRANSIENT, toCommandError } from '../errors/command-error.ts'
import { isConnectionLoss } from '../errors/sqlstate.ts'
import type { PgConnection } from '../postgres/connection.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import { RECORD_COMMIT, SETTLE_COMMIT } from '../postgres/statements.ts'
import type { Command } from '../wire/bson-scan.ts'
import type { Outcome } from '../writes/write-reply.ts'

const IDLE_LIMIT_MS = 60_000
const REMEMBERED_MS = 10 * 60_000
const SWEEP_MS = 1_000

// MongoDB lets a transaction that meets another one's lock fail at once. Waiting long would be worse than that: those
// who wait can hold all connections of a client, and the one that they wait for finds none to go on with.
const LOCK_WAIT_MS = 5
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`

type Work = (connection: PgConnection) => Promise<Outcome>

/** A client's connection, as far as transactions need to know it. */
export interface Client {
  isClosed: boolean
}

/** The latest transaction of a session. */
interface Transaction {
  number: bigint
  state: 'open' | 'committed' | 'aborted'
  connection: PgConnection
  client: Client
  lastUsed: number
  running: number
  wrote: boolean
  commit?: Promise<void>
}

/** The transactions of all sessions, each on a connection to PostgreSQL of its own until it ends. */
export class Transactions {
  readonly #pool: ConnectionPool
  readonly #bySession = new Map<string, Transaction>()
  readonly #sweeper = setInterval(() => this.#sweep(), SWEEP_MS)

  constructor(pool: ConnectionPool) {
    this.#pool = pool
    this.#sweeper.unref()
  }

  /** Runs a command inside its transaction; any failure ends the transaction. */
  async run(command: Command, client: Client, wrote: boolean, work: Work): Promise<Outcome> {
    const transaction = command.startsTransaction ? await this.#begin(command, client) : this.#findOpen(command)
    transaction.client = client
    transaction.running++
    if (wrote) transaction.wrote = true
    try {
      const outcome = await work(transaction.connection)
      if (outcome.failed) await this.#rollback(transaction)
      return outcome
    } catch (error) {
      await this.#rollback(transaction)
      throw isConnectionLoss(error) && !(error instanceof CommandError) ? error : toCommandError(error, true)
    } finally {
      transaction.running--
      transaction.lastUsed = performance.now()
    }
  }

  /** Commits; a repeated commit is answered as the first one was, also after a restart of the gateway. */
  async commit(command: Command): Promise<void> {
    const { lsid, number } = identify(command)
    const transaction = this.#bySession.get(lsid)
    if (!transaction || transaction.number < number) return this.#settle(lsid, number)
    if (transaction.number > number) throw tooOld(number)
    if (transaction.state === 'aborted') throw noSuchTransaction(number, 'has been aborted')
    transaction.commit ??= this.#commit(lsid, transaction)
    return transaction.commit
  }

  /** Rolls back; an error when there is nothing to roll back. */
  async abort(command: Command): Promise<void> {
    await this.#rollback(this.#findOpen(command))
  }

  /** Rolls back what is open in the session. */
  async endSession(lsid: string): Promise<void> {
    const transaction = this.#bySession.get(lsid)
    if (transaction) await this.#rollback(transaction)
  }

  /** Rolls back what a client that is gone has left open. */
  async dropClient(client: Client): Promise<void> {
    for (const transaction of this.#bySession.values()) {
      if (transaction.client === client) await this.#rollback(transaction)
    }
  }

  async #begin(command: Command, client: Client): Promise<Transaction> {
    const { lsid, number } = identify(command)
    const previous = this.#bySession.get(lsid)
    if (previous && previous.number > number) throw tooOld(number)
    if (previous?.number === number) {
      throw new CommandError('ConflictingOperationInProgress', `transaction ${number} has been started before`)
    }
    if (previous) await this.#rollback(previous)
    const connection = await this.#pool.acquire('transaction')
    if (client.isClosed || this.#bySession.get(lsid) !== previous) {
      this.#pool.release(connection, 'transaction')
      throw noSuchTransaction(number, 'was given up')
    }
    // Sent together with the first command; if it fails, so does that one.
    connection.execute(BEGIN).catch(() => undefined)
    const lastUsed = performance.now()
    const transaction: Transaction = { number, state: 'open', connection, client, lastUsed, running: 0, wrote: false }
    this.#bySession.set(lsid, transaction)
    return transaction
  }

  #findOpen(command: Command): Transaction {
    const { lsid, number } = identify(command)
    const transaction = this.#bySession.get(lsid)
    if (!transaction || transaction.number < number) throw noSuchTransaction(number, 'is not known')
    if (transaction.number > number) throw tooOld(number)
    if (transaction.state === 'committed' || transaction.commit) {
      throw new CommandError('TransactionCommitted', `Transaction ${number} has been committed.`)
    }
    if (transaction.state === 'aborted') throw noSuchTransaction(number, 'has been aborted')
    return transaction
  }

  async #commit(lsid: string, transaction: Transaction): Promise<void> {
    const { connection, number, wrote } = transaction
    const recorded = wrote ? connection.query(RECORD_COMMIT, [lsid, String(number)]) : Promise.resolve([])
    recorded.catch(() => undefined)
    try {
      const tag = await connection.execute('COMMIT')
      await recorded
      if (tag !== 'COMMIT') throw noSuchTransaction(number, 'has been aborted')
      transaction.state = 'committed'
    } catch (error) {
      if (isConnectionLoss(error) && !(error instanceof CommandError)) {
        // It is not known here what became of it: the next attempt finds out.
        this.#bySession.delete(lsid)
        throw error
      }
      transaction.state = 'aborted'
      throw toCommandError(error, true)
    } finally {
      transaction.lastUsed = performance.now()
      this.#pool.release(connection, 'transaction')
    }
  }

  // A commit that we know nothing about was begun before a restart, or never: the record in the database decides, and
  // is made to say no from now on if it does not say yes.
  async #settle(lsid: string, number: bigint): Promise<void> {
    const connection = await this.#pool.acquire('command')
    let committed: unknown
    try {
      ;[committed] = await connection.query(SETTLE_COMMIT, [lsid, String(number)])
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      throw new CommandError('MaxTimeMSExpired', `cannot tell yet what became of transaction ${number}`, [
        UNKNOWN_RESULT,
      ])
    } finally {
      this.#pool.release(connection, 'command')
    }
    if (committed !== true) throw noSuchTransaction(number, 'is not known')
  }

  async #rollback(transaction: Transaction): Promise<void> {
    if (transaction.state !== 'open' || transaction.commit) return
    transaction.state = 'aborted'
    await transaction.connection.execute('ROLLBACK').catch(() => transaction.connection.close())
    this.#pool.release(transaction.connection, 'transaction')
  }

  #sweep(): void {
    const now = performance.now()
    for (const [lsid, transaction] of this.#bySession) {
      const idleMs = transaction.running > 0 ? 0 : now - transaction.lastUsed
      if (transaction.state !== 'open' && idleMs > REMEMBERED_MS) this.#bySession.delete(lsid)
      else if (idleMs > IDLE_LIMIT_MS) void this.#rollback(transaction)
    }
  }
}

const UNKNOWN_RESULT = 'UnknownTransactionCommitResult'

function identify({ lsid, txnNumber }: Command): { lsid: string; number: bigint } {
  if (lsid === undefined || txnNumber === undefined) {
    throw new CommandError('InvalidOptions', 'a transaction needs an lsid and a txnNumber')
  }
  return { lsid, number: txnNumber }
}

function noSuchTransaction(number: bigint, what: string): CommandError {
  return new CommandError('NoSuchTransaction', `Transaction ${number} ${what}.`, [TRANSIENT])
}

function tooOld(number: bigint): CommandError {
  return new CommandError('TransactionTooOld', `Transaction ${number} is older than the latest one of its session.`)
}
