import { setTimeout as sleep } from 'node:timers/promises'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { isPortFree } from './free-port.ts'
import { type Servers, type ServerUrls, startServers } from './servers.ts'
import type { SupervisedProcess } from './supervised-process.ts'

const DEFAULT_PORT = 8080
const SHUTDOWN_LIMIT_MS = 14_000

interface RunningSystem {
  servers?: Servers
  services: SupervisedProcess[]
  folder?: DataFolder
}

const system: RunningSystem = { services: [] }
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(0))
start().catch((error: unknown) => {
  if (isEnding) return
  console.error(error instanceof Error ? error.message : error)
  void end(1)
})

async function start(): Promise<void> {
  const { DATA_DIR = '.data', PORT = String(DEFAULT_PORT) } = process.env
  const port = Number(PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT must be a port number, not ${PORT}`)
  system.folder = await openDataFolder(DATA_DIR, { fresh: process.argv.includes('--fresh') })
  if (!(await isPortFree(port)))
    throw new Error(`port ${port} is in use; end what listens on it or set PORT to another port`)
  const dataDir = system.folder.path
  const servers = await startServers({ dataDir, given: givenUrls(), report: console.log })
  system.servers = servers
  if (isEnding) return
  // HERE the four processes are started: createService(...) per process into system.services, then
  // `await Promise.all(system.services.map((service) => service.start()))`, the demo data, and what is printed.
}

function givenUrls(): Partial<ServerUrls> {
  const { MONGODB_URI, RABBITMQ_URL, REDIS_URL } = process.env
  return { ...(MONGODB_URI && { MONGODB_URI }), ...(RABBITMQ_URL && { RABBITMQ_URL }), ...(REDIS_URL && { REDIS_URL }) }
}

// Services first, while their servers still answer. What has not ended in time dies with this process.
async function end(exitCode: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  await Promise.race([stopAll(), sleep(SHUTDOWN_LIMIT_MS)])
  process.exit(exitCode)
}

async function stopAll(): Promise<void> {
  await Promise.all(system.services.map((service) => service.stop()))
  await system.servers?.stop()
  await system.folder?.release()
}
