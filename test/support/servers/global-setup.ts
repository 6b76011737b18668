import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServers } from '../../../local/servers/servers.ts'

/** Starts one set of servers for the whole test run. A server whose address is in the environment is used instead. */
export default async function setUp(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'inventory-test-'))
  const { MONGODB_URI, RABBITMQ_URL, REDIS_URL } = process.env
  const given = {
    ...(MONGODB_URI ? { MONGODB_URI } : {}),
    ...(RABBITMQ_URL ? { RABBITMQ_URL } : {}),
    ...(REDIS_URL ? { REDIS_URL } : {}),
  }
  const servers = await startServers({ dataDir, given, report: (line) => console.log(line) })
  Object.assign(process.env, servers.urls)
  return async () => {
    await servers.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
