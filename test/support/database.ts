import type { Connection } from 'mongoose'
import { onTestFinished } from 'vitest'
import { connectMongo } from '../../shared/runtime/mongo.ts'
import { createCapturedLog } from './captured-log.ts'
import { unique } from './factories.ts'
import { serverUrl } from './server-url.ts'
import { createTcpProxy } from './tcp-proxy.ts'

/** A database of the test's own, by name, dropped when the test has finished. */
export function aDatabase(): string {
  const database = unique('t').toLowerCase()
  onTestFinished(async () => {
    const connection = await connect(database)
    await connection.dropDatabase()
    await connection.close()
  })
  return database
}

/** A connection as the services make them; closed when the test has finished. */
export async function connectDatabase(database: string = aDatabase(), uri?: string): Promise<Connection> {
  const connection = await connect(database, uri)
  onTestFinished(() => connection.close())
  return connection
}

/** A connection through a proxy that breaks it. */
export async function connectDatabaseByProxy(database: string) {
  const proxy = await createTcpProxy(serverUrl('MONGODB_URI'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { proxy, connection: await connectDatabase(database, proxy.url) }
}

const connect = (database: string, uri: string = serverUrl('MONGODB_URI')) =>
  connectMongo({ uri, database, poolSize: 10, log: createCapturedLog().log })
