import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import mongoose from 'mongoose'
import { startServers } from '../../../local/servers/servers.ts'
import { createDataFolder } from './data-folder.ts'

/**
 * Starts one set of servers for the whole test run; called for each project, of which the first starts and ends them. A server whose
 * address is in the environment is used instead.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_SYSTEMS) return undefined
  const dataDir = createDataFolder()
  const { MONGODB_URI, RABBITMQ_URL, REDIS_URL } = process.env
  const given = {
    ...(MONGODB_URI ? { MONGODB_URI } : {}),
    ...(RABBITMQ_URL ? { RABBITMQ_URL } : {}),
    ...(REDIS_URL ? { REDIS_URL } : {}),
  }
  const servers = await startServers({ dataDir, given, report: (line) => console.log(line) })
  const systems = `t${randomBytes(3).toString('hex')}`
  const staying = Object.keys(given).length > 0 ? { TEST_SERVERS_STAY: '1' } : {}
  Object.assign(process.env, servers.urls, { TEST_SYSTEMS: systems, ...staying })
  return async () => {
    if (given.MONGODB_URI) await dropDatabases(given.MONGODB_URI, systems)
    await servers.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Drops the databases whose names begin like this. */
async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise()
  const { databases } = await connection.listDatabases()
  for (const { name } of databases) if (name.startsWith(prefix)) await connection.useDb(name).dropDatabase()
  await connection.close()
}
