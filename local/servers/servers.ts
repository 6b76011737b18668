import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { disableEarlierServices } from '../install/earlier-packages.ts'
import { installServerRoot } from '../install/server-root.ts'
import { findProgram } from '../processes/program-paths.ts'
import type { ServerUrls } from '../services.ts'
import type { LocalServer, ServerOptions } from './local-server.ts'
import { createMongodb } from './mongodb.ts'
import { createRabbitmq } from './rabbitmq.ts'
import { createRedis } from './redis.ts'

export type Servers = Awaited<ReturnType<typeof startServers>>

interface Options extends ServerOptions {
  given: Partial<ServerUrls>
}

/**
 * Installs the servers unless all are given, and starts those that are not. Resolves when all of them are ready. `processes`
 * are those that we started.
 */
export async function startServers({ dataDir, given, report }: Options) {
  const options = { dataDir: resolve(dataDir), report }
  mkdirSync(options.dataDir, { recursive: true })
  await disableEarlierServices(report)
  const found = [given.MONGODB_URI ?? findProgram('mongod'), given.RABBITMQ_URL, given.REDIS_URL]
  if (found.includes(undefined)) await installServerRoot(report)
  const [mongodb, rabbitmq, redis] = await Promise.all([
    given.MONGODB_URI ? givenServer(given.MONGODB_URI) : createMongodb(options),
    given.RABBITMQ_URL ? givenServer(given.RABBITMQ_URL) : createRabbitmq(options),
    given.REDIS_URL ? givenServer(given.REDIS_URL) : createRedis(options),
  ])
  const all = [mongodb, rabbitmq, redis]
  const stop = async () => {
    await Promise.all(all.map(stopServer))
  }
  const starts = await Promise.allSettled(all.map(startServer))
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  const urls = { MONGODB_URI: mongodb.url, RABBITMQ_URL: rabbitmq.url, REDIS_URL: redis.url }
  return { urls, processes: all.flatMap(({ processes }) => processes), stop }
}

function givenServer(url: string): LocalServer {
  return { url, processes: [] }
}

async function startServer({ processes, complete }: LocalServer): Promise<void> {
  for (const process of processes) await process.start()
  await complete?.()
}

async function stopServer({ processes }: LocalServer): Promise<void> {
  for (const process of processes.toReversed()) await process.stop()
}
