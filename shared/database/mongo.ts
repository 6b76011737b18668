import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionString } from 'mongodb-connection-string-url'
import mongoose, { type Connection, type mongo } from 'mongoose'
import type { Logger } from '../process/log.ts'
import { isDatabaseUnavailable } from './database-errors.ts'

const DEFAULT_PORT = 27_017

export interface MongoOptions {
  readonly uri: string
  readonly database: string
  readonly poolSize: number
  readonly log: Logger
  /** Whether the driver emits an event for each command. */
  readonly monitorCommands?: boolean
  /** Milliseconds without a reply after which a command's connection is given up. */
  readonly socketTimeoutMs?: number
}

/** A connection that fails fast instead of buffering commands. Waits for a server that is not there yet. */
export async function connectMongo({
  uri,
  database,
  poolSize,
  log,
  monitorCommands = false,
  socketTimeoutMs = 6_000,
}: MongoOptions): Promise<Connection> {
  drainClosedSockets(portsOf(uri))
  for (;;) {
    try {
      const connection = await mongoose
        .createConnection(uri, {
          dbName: database,
          bufferCommands: false,
          autoIndex: false,
          autoCreate: false,
          serverSelectionTimeoutMS: 2_000,
          connectTimeoutMS: 2_000,
          socketTimeoutMS: socketTimeoutMs,
          // As long as a connection may take: the pool of a cold process opens two at a time.
          waitQueueTimeoutMS: 2_000,
          maxPoolSize: poolSize,
          monitorCommands,
          // A replica set with an arbiter would acknowledge writes that only one member has.
          w: 'majority',
        })
        .asPromise()
      checkPoolsRarely(connection.getClient())
      await requireVersion(connection)
      return connection
    } catch (error) {
      // The name of a mongodb+srv address that cannot be resolved is an error of the system, not of the driver.
      const isName = error instanceof Error && 'syscall' in error && error.syscall === 'querySrv'
      if (!isDatabaseUnavailable(error) && !isName) throw error
      log.warn({ err: error }, 'Waiting for the database')
      await delay(500)
    }
  }
}

const POOL_CHECK_MS = 10_000

/** What of the driver's client is private: its pools, by the addresses of their servers. */
interface WithPools {
  readonly topology?: { readonly s: { readonly servers: ReadonlyMap<string, { readonly pool: { options: object } }> } }
}

/**
 * Has the driver look rarely for connections that a pool need not keep. It looks ten times a second, which is most of what a
 * process does at rest, and has no public option for it.
 */
function checkPoolsRarely(client: mongo.MongoClient): void {
  const change = () => {
    // These fields exist, as the test of this function shows; the driver's types hide them.
    const { topology } = client as unknown as WithPools
    for (const { pool } of topology?.s.servers.values() ?? [])
      pool.options = { ...pool.options, minPoolSizeCheckFrequencyMS: POOL_CHECK_MS }
  }
  // A pool is ready, and begins to look, each time that its server has become reachable.
  client.on('connectionPoolReady', change)
  change()
}

/** The first version with the command `bulkWrite`, by which a transaction writes. */
const OLDEST_VERSION = 8

/** Closes the connection and throws if the server is too old: it would refuse every write. */
export async function requireVersion(connection: Pick<Connection, 'getClient' | 'close'>): Promise<void> {
  try {
    const { version } = await connection.getClient().db('admin').command({ buildInfo: 1 })
    if (Number.parseInt(version, 10) < OLDEST_VERSION)
      throw new Error(`The database is MongoDB ${version}; the oldest version that works is ${OLDEST_VERSION}.0`)
  } catch (error) {
    await connection.close()
    throw error
  }
}

function portsOf(uri: string): readonly number[] {
  const ports = new ConnectionString(uri).hosts.map((host) => Number(/:(\d+)$/.exec(host)?.[1] ?? DEFAULT_PORT))
  return [DEFAULT_PORT, ...ports]
}

type AnyModel = Connection['models'][string]

export const migrate = (connection: Connection): Promise<void> => makeCollections(Object.values(connection.models))

/** Makes collections, which transactions cannot do, and their indexes, without which queries would scan. */
export async function makeCollections(models: readonly AnyModel[]): Promise<void> {
  for (const model of models) {
    // Mongoose passes these on to the driver as they are.
    const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription)
    // This makes the collection too.
    if (indexes.length > 0) await model.collection.createIndexes(indexes, WITHOUT_TIMEOUT)
    else await model.createCollection()
  }
}

/** An index over many records takes longer than any other command may. The driver's option per command is undocumented. */
const WITHOUT_TIMEOUT: mongo.CreateIndexesOptions & { socketTimeoutMS: number } = { socketTimeoutMS: 0 }

const watchedPorts = new Set<number>()

/**
 * Says "drain" for sockets to these ports that have closed. The MongoDB driver (7.8) waits for it without end when it writes
 * between a socket's failure and its close event. If that happens to its monitor, the process has lost its database.
 */
function drainClosedSockets(ports: Iterable<number>): void {
  if (watchedPorts.size === 0) subscribe('net.client.socket', watch)
  for (const port of ports) watchedPorts.add(port)
}

function watch(message: unknown): void {
  // The channel's documented message.
  const { socket } = message as { socket: Socket }
  socket.once('connect', () => {
    if (!watchedPorts.has(socket.remotePort ?? 0)) return
    // The driver's own listeners first: it then finds that the connection has failed.
    socket.once('close', () => setImmediate(() => socket.emit('drain')))
  })
}
