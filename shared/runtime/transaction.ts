import { setTimeout as delay } from 'node:timers/promises'
import { type ClientSession, type Connection, mongo } from 'mongoose'
import { type AppError, outcomeUnknown, serviceUnavailable } from '../contract/errors.ts'
import { isDatabaseUnavailable } from './mongo.ts'

const FIRST_BACKOFF_MS = 5
const MAX_BACKOFF_MS = 200

/**
 * Runs `work` in one snapshot transaction and repeats it on conflicts and lost connections until the deadline.
 * Repeating after an unknown commit is safe because every write records its operation id in the same transaction: if the first
 * try did commit, the repeat meets that record as a duplicate key, which is thrown to the caller.
 */
export async function inTransaction<T>(
  connection: Connection,
  deadline: number,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  let maybeCommitted = false
  for (let attempt = 0; ; attempt++) {
    try {
      const session = await connection.startSession()
      try {
        session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } })
        const result = await work(session)
        if (Date.now() >= deadline) throw outOfTime(maybeCommitted)
        try {
          await session.commitTransaction()
        } catch (error) {
          maybeCommitted ||= !isConflict(error)
          throw error
        }
        return result
      } finally {
        // Rolls back what is still open.
        await session.endSession()
      }
    } catch (error) {
      if (!isRepeatable(error)) throw error
      const backoffMs = Math.random() * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS)
      if (Date.now() + backoffMs >= deadline) throw outOfTime(maybeCommitted, error)
      await delay(backoffMs)
    }
  }
}

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

function outOfTime(maybeCommitted: boolean, cause?: unknown): AppError {
  return maybeCommitted ? outcomeUnknown(cause) : serviceUnavailable(cause)
}
