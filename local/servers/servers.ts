import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { installPackages } from '../install/apt-packages.ts'
import type { SupervisedProcess } from '../processes/supervised-process.ts'
import type { LocalServer, ServerOptions } from './local-server.ts'
import { createMongodb, installMongodb } from './mongodb.ts'
import { createRabbitmq, RABBITMQ_PACKAGE } from './rabbitmq.ts'
import { createRedis, REDIS_PACKAGE } from './redis.ts'

/** The addresses of the three servers. */
export interface ServerUrls {
  MONGODB_URI: string
  RABBITMQ_URL: string
  REDIS_URL: string
}

/** The running servers. `processes` are those that we started. */
export interface Servers {
  urls: ServerUrls
  processes: SupervisedProcess[]
  stop: () => Promise<void>
}

interface Options extends ServerOptions {
  given: Partial<ServerUrls>
}

/** Installs missing programs and starts the servers whose address is not given. Resolves when all of them are ready. */
export async function startServers({ dataDir, given, report }: Options): Promise<Servers> {
  const options = { dataDir: resolve(dataDir), report }
  mkdirSync(options.dataDir, { recursive: true })
  const packages = [...(given.RABBITMQ_URL ? [] : [RABBITMQ_PACKAGE]), ...(given.REDIS_URL ? [] : [REDIS_PACKAGE])]
  await Promise.all([installPackages(packages, report), given.MONGODB_URI ? undefined : installMongodb(report)])
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

async function startServer({ processes }: LocalServer): Promise<void> {
  for (const process of processes) await process.start()
}

async function stopServer({ processes }: LocalServer): Promise<void> {
  for (const process of processes.toReversed()) await process.stop()
}
