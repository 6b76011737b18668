import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from '../ctl/connection/connection.ts'
import { buildConsole } from './build-console.ts'
import { openDataFolder } from './data-folder.ts'
import { createDemoClient, createDemoWebhook, DEMO_CLIENT_ID, replaceDemoSecret } from './demo/demo-client.ts'
import { createDemoData } from './demo/demo-data.ts'
import { flushFolder } from './durable-files.ts'
import { compiled } from './processes/program-paths.ts'
import { runCommand } from './processes/run-command.ts'
import type { SupervisedProcess } from './processes/supervised-process.ts'
import { checkGivenServers } from './servers/given-servers.ts'
import { isPortFree } from './servers/ports.ts'
import { type Servers, startServers } from './servers/servers.ts'
import { createServiceProcess, HEAP_LIMIT, type ServerUrls, serviceNames } from './services.ts'
import {
  type DemoClient,
  ensureKeyFiles,
  type KeyFiles,
  readDemoClient,
  writeDemoClient,
  writeSystemFile,
} from './system-files.ts'
import { welcome } from './welcome.ts'

const DEFAULT_PORT = 8080
const DEFAULT_SYSTEM = 'inventory'
const SHUTDOWN_LIMIT_MS = 14_000

type DataFolder = Awaited<ReturnType<typeof openDataFolder>>
const running: { servers?: Servers; services: SupervisedProcess[]; folder?: DataFolder } = { services: [] }
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(0))
start().catch((error: unknown) => {
  if (isEnding) return
  console.error(error instanceof Error ? error.message : error)
  void end(1)
})

async function start(): Promise<void> {
  const { DATA_DIR = '.data', PORT = String(DEFAULT_PORT), SYSTEM_NAME: system = DEFAULT_SYSTEM } = process.env
  const hasConsole = process.env.CONSOLE !== 'off'
  const port = Number(PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT must be a port number, not ${PORT}`)
  running.folder = await openDataFolder(DATA_DIR, { fresh: process.argv.includes('--fresh'), report: console.log })
  if (!(await isPortFree(port)))
    throw new Error(`port ${port} is in use; end what listens on it or set PORT to another port`)

  const dataDir = running.folder.path
  const keys = ensureKeyFiles(dataDir)
  const given = givenUrls()
  await checkGivenServers(given)
  const built = Promise.all([bundlePrograms(), hasConsole ? tryToBuildConsole() : undefined])
  // It is awaited later.
  built.catch(() => undefined)
  running.servers = await startServers({ dataDir, given, report: console.log })
  await built
  if (isEnding) return
  const { urls } = running.servers
  writeSystemFile(dataDir, { system, rabbitmqUrl: urls.RABBITMQ_URL })
  const options = { dataDir, urls, keys, port, env: { SYSTEM_NAME: system }, report: console.log }
  running.services = serviceNames.map((name) => createServiceProcess(name, options))
  await Promise.all(running.services.map((service) => service.start()))

  const client = readDemoClient(dataDir) ?? (await makeDemoData(dataDir, system, keys, urls))
  await flushFolder(dataDir)
  console.log(welcome({ port, client, dataDir, hasConsole }))
}

/** Makes the bundles of the processes, unless they are those of the compiled modules, with the flags of the processes. */
async function bundlePrograms(): Promise<void> {
  await runCommand(process.execPath, [HEAP_LIMIT, compiled('local/processes/bundle.js')])
}

/** The interface does not need the console. */
async function tryToBuildConsole(): Promise<void> {
  try {
    await buildConsole(console.log)
  } catch (error) {
    console.error(`There is no console, since it cannot be built: ${error instanceof Error ? error.message : error}`)
  }
}

async function makeDemoData(
  dataDir: string,
  system: string,
  { ofOperator }: KeyFiles,
  urls: ServerUrls,
): Promise<DemoClient> {
  const { RABBITMQ_URL } = urls
  await using connection = await openConnection({ RABBITMQ_URL, SYSTEM_NAME: system, ...ofOperator })
  await createDemoData(connection.call, console.log)
  const clientSecret = (await createDemoClient(connection.call)) ?? (await replaceDemoSecret(connection.call))
  const client = { clientId: DEMO_CLIENT_ID, clientSecret }
  await createDemoWebhook(connection.call, client)
  writeDemoClient(dataDir, client)
  return client
}

function givenUrls(): Partial<ServerUrls> {
  const { MONGODB_URI, RABBITMQ_URL, REDIS_URL } = process.env
  return { ...(MONGODB_URI && { MONGODB_URI }), ...(RABBITMQ_URL && { RABBITMQ_URL }), ...(REDIS_URL && { REDIS_URL }) }
}

// Stops the services first, while their servers still answer. The kernel kills what has not ended in time.
async function end(exitCode: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  await Promise.race([stopAll(), sleep(SHUTDOWN_LIMIT_MS)])
  process.exit(exitCode)
}

async function stopAll(): Promise<void> {
  await Promise.all(running.services.map((service) => service.stop()))
  await running.servers?.stop()
  await running.folder?.release()
}
