import { setTimeout as delay } from 'node:timers/promises'
import { type ClientSession, type Connection, mongo } from 'mongoose'
import pLimit, { type LimitFunction } from 'p-limit'
import { AppError, outcomeUnknown, serviceUnavailable } from '../contract/core/errors.ts'
import { isDatabaseUnavailable } from './mongo.ts'

/** Emitted by a connection with the reason for each repeat: conflict, outdated, unavailable or transient. */
export const TRANSACTION_REPEATED = 'transactionRepeated'

const FIRST_BACKOFF_MS = 5
const MAX_BACKOFF_MS = 200

/** One of the tries that a transaction takes. */
export interface Attempt {
  /** From 0. */
  readonly number: number
  /** Whether an earlier one may have been committed. */
  readonly maybeCommitted: boolean
  /** The error for a part of the work that can wait no longer: 503, or 504 if it may have been committed. */
  outOfTime(): AppError
}

/**
 * Runs `work` in one snapshot transaction and repeats it on conflicts and lost connections until the deadline.
 * Repeating after an unknown commit is safe because every write records its operation id in the same transaction: if the first
 * try did commit, the repeat meets that record as a duplicate key, which is thrown to the caller.
 */
export async function inTransaction<T>(
  connection: Connection,
  deadline: number,
  work: (session: ClientSession, attempt: Attempt) => Promise<T>,
): Promise<T> {
  let maybeCommitted = false

  const tryOnce = async (number: number) => {
    if (Date.now() >= deadline) throw toOutOfTime(maybeCommitted)
    const session = await connection.startSession()
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } })
      const result = await work(session, { number, maybeCommitted, outOfTime: () => toOutOfTime(maybeCommitted) })
      if (Date.now() >= deadline) throw toOutOfTime(maybeCommitted)
      try {
        await session.commitTransaction()
      } catch (error) {
        maybeCommitted ||= !isConflict(error)
        // When its socket fails, the driver may throw what is no error of its own, or break over it (a TypeError, in 7.8).
        throw error instanceof mongo.MongoError
          ? error
          : new mongo.MongoNetworkError('The commit broke off', asCause(error))
      }
      return result
    } finally {
      // Rolls back what is still open.
      await session.endSession()
    }
  }

  for (let number = 0; ; number++) {
    try {
      return await limitOf(connection)(() => tryOnce(number))
    } catch (error) {
      if (!isRepeatable(error)) throw maybeCommitted && !isSettledByRecord(error) ? outcomeUnknown(error) : error
      const backoffMs = Math.random() * Math.min(FIRST_BACKOFF_MS * 2 ** number, MAX_BACKOFF_MS)
      if (Date.now() + backoffMs >= deadline) throw toOutOfTime(maybeCommitted, error)
      connection.emit(TRANSACTION_REPEATED, reasonOf(error))
      await delay(backoffMs)
    }
  }
}

const SPARE_CONNECTIONS = 4
const limits = new WeakMap<Connection, LimitFunction>()

/**
 * Runs fewer transactions at once than the pool has connections. A transaction takes a connection for each command, so if those
 * that wait for a lock held all connections, the one that holds the lock could not go on.
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
 * After an unknown commit a refusal may be the echo of the write's own success. `not_found` and `conflict` are put on record, which
 * fails if that success is there; so does whatever is no AppError, such as the record's own duplicate key.
 */
function isSettledByRecord(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'not_found' || error.code === 'conflict'
}

const asCause = (error: unknown) => ({ cause: error instanceof Error ? error : new Error(String(error)) })

/** Thrown by `work` when what it read is outdated: it is run again on a newer snapshot. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict'
}

const WRITE_CONFLICT = 112

/** Another transaction won: this one has certainly been rolled back. */
function isConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === WRITE_CONFLICT
}

function isRepeatable(error: unknown): boolean {
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
