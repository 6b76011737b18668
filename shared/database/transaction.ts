import { setTimeout as delay } from 'node:timers/promises'
import { type ClientSession, type Connection, mongo } from 'mongoose'
import pLimit, { type LimitFunction } from 'p-limit'
import { AppError, outcomeUnknown, serviceUnavailable } from '../contract/core/errors.ts'
import { giveUpAt } from '../process/call-context.ts'
import { isDatabaseUnavailable, isDiskFull } from './database-errors.ts'

/** Event of a connection for each repeated transaction, with the reason: conflict, outdated, unavailable or transient. */
export const TRANSACTION_REPEATED = 'transactionRepeated'

const FIRST_BACKOFF_MS = 5
const MAX_BACKOFF_MS = 200

/** One run of a transaction's work. */
export interface Attempt {
  /** From 0. */
  readonly number: number
  /** Whether an earlier run may have been committed. */
  readonly maybeCommitted: boolean
  /** The error for work whose deadline has passed: 503, or 504 if an earlier run may have been committed. */
  outOfTime(): AppError
}

type Work<T> = (session: ClientSession, attempt: Attempt) => Promise<T>

/**
 * Runs `work` in one snapshot transaction and commits it; repeats it on conflicts and lost connections until the deadline,
 * in milliseconds since 1970. Throws what the work throws, 503 if it certainly had no effect, 504 if it may have been
 * committed. Repeating after an unknown commit is safe because every write records its operation id in the same transaction:
 * if the first run was committed, the repeat meets that record as a duplicate key, which is thrown to the caller.
 */
export function inTransaction<T>(connection: Connection, deadline: number, work: Work<T>): Promise<T> {
  return runTransaction(connection, deadline, work, commit)
}

/**
 * Runs reads in one snapshot, as `inTransaction` does, and aborts the transaction: there is nothing to commit, and a commit
 * would wait for a majority of the replica set and its journals.
 */
export function inSnapshot<T>(connection: Connection, deadline: number, work: Work<T>): Promise<T> {
  return runTransaction(connection, deadline, work, undefined)
}

async function runTransaction<T>(
  connection: Connection,
  deadline: number,
  work: Work<T>,
  end: typeof commit | undefined,
): Promise<T> {
  const endsAt = giveUpAt({ deadline })
  let maybeCommitted = false

  const tryOnce = async (session: ClientSession, number: number) => {
    if (performance.now() >= endsAt) throw toOutOfTime(maybeCommitted)
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } })
      const result = await work(session, { number, maybeCommitted, outOfTime: () => toOutOfTime(maybeCommitted) })
      if (performance.now() >= endsAt) throw toOutOfTime(maybeCommitted)
      try {
        await end?.(session, endsAt)
      } catch (error) {
        maybeCommitted ||= !isConflict(error)
        throw error
      }
      return result
    } finally {
      if (session.inTransaction()) await session.abortTransaction()
    }
  }

  // All runs share one session: if the end of a run is lost, the server ends that transaction when the next one starts.
  const session = await connection.startSession()
  try {
    for (let number = 0; ; number++) {
      try {
        return await limitOf(connection)(() => tryOnce(session, number))
      } catch (error) {
        if (!isRepeatable(error)) throw maybeCommitted && !isSettledByRecord(error) ? outcomeUnknown(error) : error
        const backoffMs = randomBackoffMs(number)
        if (performance.now() + backoffMs >= endsAt) throw toOutOfTime(maybeCommitted, error)
        connection.emit(TRANSACTION_REPEATED, reasonOf(error))
        await delay(backoffMs)
      }
    }
  } finally {
    await session.endSession()
  }
}

/**
 * Commits. Repeats the commit until the deadline while its outcome is unknown: a commit that was lost leaves the transaction
 * open on the server, with its locks. The server answers a repeat as it answered the first one.
 */
async function commit(session: ClientSession, endsAt: number): Promise<void> {
  for (let number = 0; ; number++) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      // When its socket fails, the driver may throw an error that is not its own (a TypeError, in 7.8).
      const failure =
        error instanceof mongo.MongoError ? error : new mongo.MongoNetworkError('The commit broke off', asCause(error))
      const backoffMs = randomBackoffMs(number)
      if (!isCommitUnknown(failure) || performance.now() + backoffMs >= endsAt) throw failure
      await delay(backoffMs)
    }
  }
}

const isCommitUnknown = (error: mongo.MongoError) =>
  !isConflict(error) && (isDatabaseUnavailable(error) || error.hasErrorLabel('UnknownTransactionCommitResult'))

const randomBackoffMs = (number: number) => Math.random() * Math.min(FIRST_BACKOFF_MS * 2 ** number, MAX_BACKOFF_MS)

const SPARE_CONNECTIONS = 4
const limits = new WeakMap<Connection, LimitFunction>()

/**
 * Runs fewer transactions at once than the pool has connections. A transaction takes a connection for each command: if those
 * that wait for a lock had all connections, the one that holds the lock could not continue.
 */
function limitOf(connection: Connection): LimitFunction {
  const known = limits.get(connection)
  if (known) return known
  const { maxPoolSize } = connection.getClient().options
  const limit = pLimit(Math.max(1, maxPoolSize - SPARE_CONNECTIONS))
  limits.set(connection, limit)
  return limit
}

/**
 * After an unknown commit, a refusal may be caused by the write's own success. `not_found` and `conflict` are recorded,
 * which fails if that success is recorded; any other error than an AppError, such as the record's duplicate key, leads to
 * the same check.
 */
function isSettledByRecord(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'not_found' || error.code === 'conflict'
}

const asCause = (error: unknown) => ({ cause: error instanceof Error ? error : new Error(String(error)) })

/** Thrown by work that read outdated records: it is run again on a newer snapshot. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict'
}

const WRITE_CONFLICT = 112

/** Another transaction wrote the same record: this one has certainly been rolled back. */
function isConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === WRITE_CONFLICT
}

function isRepeatable(error: unknown): boolean {
  if (isDiskFull(error)) return false
  if (isDatabaseUnavailable(error) || error instanceof TransactionConflict) return true
  if (!(error instanceof mongo.MongoError)) return false
  return error.hasErrorLabel('TransientTransactionError') || error.hasErrorLabel('UnknownTransactionCommitResult')
}

function reasonOf(error: unknown): string {
  if (isConflict(error)) return 'conflict'
  if (error instanceof TransactionConflict) return 'outdated'
  return isDatabaseUnavailable(error) ? 'unavailable' : 'transient'
}

function toOutOfTime(maybeCommitted: boolean, cause?: unknown): AppError {
  return maybeCommitted ? outcomeUnknown(cause) : serviceUnavailable(cause)
}
