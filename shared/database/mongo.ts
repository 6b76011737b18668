import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type Connection, mongo } from 'mongoose'
import { AppError } from '../contract/core/errors.ts'
import { drainClosedSockets } from '../process/drain-closed-sockets.ts'
import type { Logger } from '../process/log.ts'

const DEFAULT_PORT = 27_017

export interface MongoOptions {
  readonly uri: string
  readonly database: string
  readonly poolSize: number
  readonly log: Logger
  /** Whether the driver tells of each command. */
  readonly monitorCommands?: boolean
}

/** A connection that fails fast instead of buffering; waits for a server that is not there yet. */
export async function connectMongo({
  uri,
  database,
  poolSize,
  log,
  monitorCommands = false,
}: MongoOptions): Promise<Connection> {
  drainClosedSockets(portsOf(uri))
  for (;;) {
    try {
      return await mongoose
        .createConnection(uri, {
          dbName: database,
          bufferCommands: false,
          autoIndex: false,
          autoCreate: false,
          serverSelectionTimeoutMS: 2_000,
          connectTimeoutMS: 2_000,
          socketTimeoutMS: 6_000,
          waitQueueTimeoutMS: 1_000,
          maxPoolSize: poolSize,
          monitorCommands,
        })
        .asPromise()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      log.warn({ err: error }, 'Waiting for the database')
      await delay(500)
    }
  }
}

/** The ports in a connection string, which may name several servers. */
function portsOf(uri: string): readonly number[] {
  return [DEFAULT_PORT, ...[...uri.matchAll(/:(\d+)(?=[,/?]|$)/g)].map(([, port]) => Number(port))]
}

/** Makes the collections and indexes of all models; a transaction cannot, and does not have to wait for it. */
export async function migrate(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    await model.createCollection()
    await model.createIndexes()
  }
}

/** Drops collections that this version no longer uses; those that do not exist are ignored. */
export async function dropCollections(connection: Connection, names: readonly string[]): Promise<void> {
  const existing = new Set((await connection.listCollections()).map(({ name }) => name))
  for (const name of names) if (existing.has(name)) await connection.dropCollection(name)
}

/** The database could not be asked: a network error, no server, or no free connection. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // insertMany wraps whatever befell it.
  if (error instanceof mongo.MongoBulkWriteError) return isDatabaseUnavailable(error.errorResponse)
  return (
    hasLostConnection(error) ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    (error instanceof mongo.MongoError && /WaitQueueTimeout/.test(error.name)) ||
    (error instanceof mongoose.Error && /ServerSelection|NotConnected/.test(error.name))
  )
}

/** Another connection, or another server of the set, may answer at once. */
export function hasLostConnection(error: unknown): boolean {
  return (
    isSocketError(error) ||
    isServerNotReady(error) ||
    error instanceof mongo.MongoNetworkError ||
    (error instanceof mongo.MongoError && /PoolCleared/.test(error.name))
  )
}

/** A server that shuts down, is no primary any more or has no room says so by this label, or outside of writes by its code. */
function isServerNotReady(error: unknown): boolean {
  if (!(error instanceof mongo.MongoServerError)) return false
  return error.hasErrorLabel('RetryableWriteError') || NOT_READY.has(Number(error.code))
}

/**
 * ShutdownInProgress, PrimarySteppedDown, TemporarilyUnavailable, NotWritablePrimary, the two interruptions, two more of no
 * primary; and WriteConflict, which outside of a transaction means that a lock could not be had in time.
 */
const NOT_READY: ReadonlySet<number> = new Set([91, 112, 189, 365, 10107, 11600, 11602, 13435, 13436])

/** The driver lets some errors of its socket through as they are; writing after the other end has closed is no system call. */
function isSocketError(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || ('code' in error && error.code === 'EPIPE'))
}

/** The unique index that an insert or update ran against. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11000
}

/** For an insert under a name that the caller chose: throws 409 `conflict` if the name is taken. */
export function refuseDuplicate(message: string) {
  return (error: unknown): never => {
    throw isDuplicateKey(error) ? new AppError('conflict', message, { cause: error }) : error
  }
}

/** Any error of the database or its driver, as opposed to one of our own. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof mongo.MongoError || error instanceof mongoose.Error || isSocketError(error)
}
