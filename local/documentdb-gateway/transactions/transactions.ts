import { CommandError, toCommandError } from '../errors/command-error.ts'
import { isConnectionLoss } from '../errors/sqlstate.ts'
import type { FailPoints } from '../fail-points/fail-points.ts'
import type { PgConnection } from '../postgres/connection.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import { RECORD_COMMIT, SETTLE_COMMIT } from '../postgres/statements.ts'
import type { Client } from '../wire/client.ts'
import type { Command } from '../wire/command.ts'
import type { Outcome } from '../writes/write-reply.ts'

const REMEMBERED_MS = 10 * 60_000
const SWEEP_MS = 500

// MongoDB fails at once with a write conflict when another transaction has the lock. Waiting longer would also let waiting
// transactions take all connections of a client, so that the transaction which holds the lock could not go on.
const LOCK_WAIT_MS = 5
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`

type Work = (connection: PgConnection) => Promise<Outcome>

/** The latest transaction of a session. */
interface Transaction {
  lsid: string
  number: bigint
  state: 'open' | 'committed' | 'aborted'
  connection: PgConnection
  startedAt: number
  endedAt: number
  wrote: boolean
  commit?: Promise<void>
}

/** Observes the end of transactions. */
type OnEnd = (lsid: string, txnNumber: bigint) => void

/** The transactions of all sessions. Each has a connection to PostgreSQL of its own until it ends. */
export class Transactions {
  /** MongoDB's parameter transactionLifetimeLimitSeconds. A transaction outlives the connection of its client until then. */
  lifetimeLimitSeconds: number
  readonly #pool: ConnectionPool
  readonly #failPoints: FailPoints
  readonly #onEnd: OnEnd
  readonly #bySession = new Map<string, Transaction>()
  readonly #sweeper = setInterval(() => this.#sweep(), SWEEP_MS)

  constructor(pool: ConnectionPool, failPoints: FailPoints, lifetimeLimitSeconds: number, onEnd: OnEnd) {
    this.#pool = pool
    this.lifetimeLimitSeconds = lifetimeLimitSeconds
    this.#failPoints = failPoints
    this.#onEnd = onEnd
    this.#sweeper.unref()
  }

  /** Runs a command in its transaction. Any error ends the transaction. */
  async run(command: Command, client: Client, writes: boolean, work: Work): Promise<Outcome> {
    const transaction = command.startsTransaction ? await this.#begin(command, client) : this.#findOpen(command)
    if (writes) transaction.wrote = true
    try {
      if (writes && this.#failPoints.activate('WTWriteConflictException', client.appName))
        throw new CommandError('WriteConflict', CONFLICT)
      const outcome = await work(transaction.connection)
      if (transaction.state === 'aborted') throw noSuchTransaction(transaction.number, 'has been aborted')
      if (outcome.failed) await this.#rollback(transaction)
      return outcome
    } catch (error) {
      await this.#rollback(transaction)
      throw isConnectionLoss(error) && !(error instanceof CommandError) ? error : toCommandError(error)
    }
  }

  /** Commits. A repeated commit is answered as the first one was, even after a restart of the gateway. */
  async commit(command: Command): Promise<void> {
    const { lsid, number } = identify(command)
    const transaction = this.#bySession.get(lsid)
    if (!transaction || transaction.number < number) return this.#settle(lsid, number)
    if (transaction.number > number) throw tooOld(number)
    if (transaction.state === 'aborted') throw noSuchTransaction(number, 'has been aborted')
    transaction.commit ??= this.#commit(transaction)
    return transaction.commit
  }

  /** Rolls back; throws when there is no open transaction. */
  async abort(command: Command): Promise<void> {
    await this.#rollback(this.#findOpen(command))
  }

  /** Rolls back the open transaction of a session. */
  async endSession(lsid: string): Promise<void> {
    const transaction = this.#bySession.get(lsid)
    if (transaction) await this.#rollback(transaction)
  }

  /** Rolls back the open transactions of all sessions. */
  async endAllSessions(): Promise<void> {
    await Promise.all([...this.#bySession.keys()].map((lsid) => this.endSession(lsid)))
  }

  async #begin(command: Command, client: Client): Promise<Transaction> {
    const { lsid, number } = identify(command)
    const previous = this.#bySession.get(lsid)
    if (previous && previous.number > number) throw tooOld(number)
    if (previous?.number === number) {
      throw new CommandError(
        'ConflictingOperationInProgress',
        `txnNumber ${number} for session ${lsid} already started`,
      )
    }
    if (previous) await (previous.commit?.catch(() => undefined) ?? this.#rollback(previous))
    const connection = await this.#pool.acquire('transaction')
    if (client.isClosed || this.#bySession.get(lsid) !== previous) {
      this.#pool.release(connection, 'transaction')
      throw noSuchTransaction(number, 'has been aborted')
    }
    // Not awaited: it is sent together with the first command, which fails if this fails.
    connection.execute(BEGIN).catch(() => undefined)
    const startedAt = performance.now()
    const transaction: Transaction = {
      lsid,
      number,
      state: 'open',
      connection,
      startedAt,
      endedAt: 0,
      wrote: false,
    }
    this.#bySession.set(lsid, transaction)
    return transaction
  }

  #findOpen(command: Command): Transaction {
    const { lsid, number } = identify(command)
    const transaction = this.#bySession.get(lsid)
    if (!transaction || transaction.number < number) throw noSuchTransaction(number, 'does not exist in this session')
    if (transaction.number > number) throw tooOld(number)
    if (transaction.state === 'committed' || transaction.commit) {
      throw new CommandError('TransactionCommitted', `Transaction ${number} has been committed.`)
    }
    if (transaction.state === 'aborted') throw noSuchTransaction(number, 'has been aborted')
    return transaction
  }

  async #commit(transaction: Transaction): Promise<void> {
    const { lsid, connection, number, wrote } = transaction
    const recorded = wrote ? connection.query(RECORD_COMMIT, [lsid, String(number)]) : Promise.resolve([])
    recorded.catch(() => undefined)
    try {
      const tag = await connection.execute('COMMIT')
      await recorded
      if (tag !== 'COMMIT') throw noSuchTransaction(number, 'has been aborted')
      transaction.state = 'committed'
    } catch (error) {
      if (isConnectionLoss(error) && !(error instanceof CommandError)) {
        // The outcome is unknown here; the next attempt reads it from the database.
        this.#bySession.delete(lsid)
        throw error
      }
      transaction.state = 'aborted'
      throw toCommandError(error)
    } finally {
      this.#end(transaction)
    }
  }

  // A commit without a transaction here was begun before a restart, or never. The record in the database decides; if there
  // is none, the transaction is recorded as not committed, so that it cannot commit later.
  async #settle(lsid: string, number: bigint): Promise<void> {
    const connection = await this.#pool.acquire('command')
    let committed: unknown
    try {
      ;[committed] = await connection.query(SETTLE_COMMIT, [lsid, String(number)])
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      const message = `the outcome of transaction ${number} is not known yet`
      throw new CommandError('MaxTimeMSExpired', message, {}, ['UnknownTransactionCommitResult'])
    } finally {
      this.#pool.release(connection, 'command')
    }
    if (committed !== true) throw noSuchTransaction(number, 'does not exist in this session')
  }

  async #rollback(transaction: Transaction): Promise<void> {
    if (transaction.state !== 'open' || transaction.commit) return
    transaction.state = 'aborted'
    await transaction.connection.execute('ROLLBACK').catch(() => transaction.connection.close())
    this.#end(transaction)
  }

  #end(transaction: Transaction): void {
    transaction.endedAt = performance.now()
    this.#pool.release(transaction.connection, 'transaction')
    this.#onEnd(transaction.lsid, transaction.number)
  }

  #sweep(): void {
    const now = performance.now()
    for (const [lsid, transaction] of this.#bySession) {
      if (transaction.state === 'open') {
        if (now - transaction.startedAt > this.lifetimeLimitSeconds * 1_000) void this.#rollback(transaction)
      } else if (transaction.endedAt > 0 && now - transaction.endedAt > REMEMBERED_MS) this.#bySession.delete(lsid)
    }
  }
}

/** MongoDB's message for a write conflict. */
export const CONFLICT =
  'Caused by :: Write conflict during plan execution and yielding is disabled. :: ' +
  'Please retry your operation or multi-document transaction.'

function identify({ lsid, txnNumber }: Command): { lsid: string; number: bigint } {
  if (lsid === undefined || txnNumber === undefined) {
    throw new CommandError('InvalidOptions', 'a transaction needs an lsid and a txnNumber')
  }
  return { lsid, number: txnNumber }
}

function noSuchTransaction(number: bigint, what: string): CommandError {
  return new CommandError('NoSuchTransaction', `Transaction ${number} ${what}.`)
}

function tooOld(number: bigint): CommandError {
  return new CommandError('TransactionTooOld', `Transaction ${number} is older than the latest one of its session.`)
}
