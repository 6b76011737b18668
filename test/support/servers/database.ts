import type { Connection } from 'mongoose'
import { onTestFinished } from 'vitest'
import { connectMongo, type MongoOptions } from '../../../shared/database/mongo.ts'
import { createCapturedLog } from '../checks/captured-log.ts'
import { serverUrl } from './server-url.ts'
import { uniqueSystem } from './system-name.ts'
import { createTcpProxy } from './tcp-proxy.ts'

/** The name of a new database, which is dropped after the run: now, that would wait for a transaction that the test left open. */
export const aDatabase = uniqueSystem

/** A connection with the options of the services; closed when the test has finished. */
export async function connectDatabase(
  database: string = aDatabase(),
  options: Partial<MongoOptions> = {},
): Promise<Connection> {
  const connection = await connect(database, options)
  onTestFinished(() => connection.close())
  return connection
}

/** A connection through a proxy that can break it. */
export async function connectDatabaseByProxy(database: string, options: Partial<MongoOptions> = {}) {
  const proxy = await createTcpProxy(serverUrl('MONGODB_URI'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { proxy, connection: await connectDatabase(database, { uri: proxy.url, ...options }) }
}

const connect = (database: string, options: Partial<MongoOptions> = {}) =>
  connectMongo({
    uri: serverUrl('MONGODB_URI'),
    database,
    poolSize: 10,
    log: createCapturedLog().log,
    ...options,
  })
