import mongoose, { mongo } from 'mongoose'
import { AppError } from '../contract/core/errors.ts'

/** The database did not take the command: no server, no free connection, a lost connection, or no room on its disk. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    hasLostConnection(error) ||
    isDiskFull(error) ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    (error instanceof mongo.MongoError && /WaitQueueTimeout/.test(error.name)) ||
    (error instanceof mongoose.Error && /ServerSelection|NotConnected/.test(error.name)) ||
    (error instanceof mongo.MongoBulkWriteError &&
      isError(error.errorResponse) &&
      isDatabaseUnavailable(error.errorResponse))
  )
}

/** A bulk write wraps any error of the driver; a server's error it copies: code and labels are then its own. */
const isError = (wrapped: unknown) => wrapped instanceof Error

/** The command may succeed at once over another connection, or on another member of the replica set. */
export function hasLostConnection(error: unknown): boolean {
  return (
    isSocketError(error) ||
    isServerNotReady(error) ||
    error instanceof mongo.MongoNetworkError ||
    (error instanceof mongo.MongoError && /PoolCleared/.test(error.name))
  )
}

/** A server that cannot serve for now says so by this label, or, where the driver adds none, by its code. */
function isServerNotReady(error: unknown): boolean {
  if (!(error instanceof mongo.MongoServerError)) return false
  return error.hasErrorLabel('RetryableWriteError') || NOT_READY.has(Number(error.code))
}

/** https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const NOT_READY: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict: outside of a transaction, a lock was not free in time
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  239, // SnapshotTooOld: a read lasted longer than the database keeps what it reads, or its disk is full
  246, // SnapshotUnavailable
  262, // ExceededTimeLimit
  365, // TemporarilyUnavailable
  9_001, // SocketException
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
])

const OUT_OF_DISK_SPACE = 14_031

/** The database has no room for a write. Repeating it at once is of no use. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === OUT_OF_DISK_SPACE
}

/** Codes of a connection that was refused or broke. Other system calls (EMFILE, ENOTFOUND) say nothing about a command. */
const BROKEN_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])

/** The driver passes some errors of its socket on as they are; it wraps those of connecting, such as an unknown name. */
function isSocketError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BROKEN_CONNECTION.has(error.code)
}

/** A write waited for a lock for as long as it may: LockTimeout, MaxTimeMSExpired or WriteConflict. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && [24, 50, 112].includes(Number(error.code))
}

/** A write met a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11_000
}

/** For inserts under a name that the caller chose: throws 409 `conflict` if the name is taken. */
export function refuseDuplicate(message: string) {
  return (error: unknown): never => {
    throw isDuplicateKey(error) ? new AppError('conflict', message, { cause: error }) : error
  }
}

/** Any error of the database or its driver, in contrast to our own. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof mongo.MongoError || error instanceof mongoose.Error || isSocketError(error)
}
