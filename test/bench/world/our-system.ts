import { openConnection } from '../../../ctl/connection/connection.ts'
import { compiled } from '../../../local/processes/program-paths.ts'
import { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import { findFreePort } from '../../../local/servers/ports.ts'
import { createServiceProcess, type ServerUrls, type ServiceName, serviceNames } from '../../../local/services.ts'
import { ensureKeyFiles } from '../../../local/system-files.ts'
import { auth } from '../../../shared/contract/auth.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { type Admin, adminAt } from '../../support/system/admin.ts'
import type { Door } from './contestant.ts'

/** So high that it is counted and never reached. */
export const NO_LIMIT = 1_000_000_000

export const WITHOUT_REPORTS: readonly ServiceName[] = ['reporting']

/** The services for reads from memory, besides the gateway. */
const PATH_SERVICES: ReadonlySet<ServiceName> = new Set(['auth', 'inventory'])

export interface OurOptions {
  readonly system: string
  readonly urls: ServerUrls
  readonly dataDir: string
  readonly say: (line: string) => void
  /** Inventory is replaced by the memory service; there is no catalog. */
  readonly fromMemory?: boolean
  /** Services that are not started; none by default. */
  readonly leftOut?: readonly ServiceName[]
}

export interface AddOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly urls?: Partial<ServerUrls>
  /** Called as soon as the process runs, long before it is ready. */
  launched?(pid: number): void
}

/** The Inventory Service, one process of each kind. */
export interface OurSystem extends AsyncDisposable {
  readonly door: Door
  /** Calls as the operator. */
  readonly call: Call
  /** Starts one more process of a service; resolves to its address if it is a gateway. */
  add(name: ServiceName, options?: AddOptions): Promise<{ process: SupervisedProcess; url: string }>
  /** Stops the processes of a service that were started with the system. */
  stop(name: ServiceName): Promise<void>
  /** The admin ports of the inventory processes that run. */
  readonly inventories: Map<SupervisedProcess, Admin>
}

export async function startOurs(options: OurOptions): Promise<OurSystem> {
  const { system, urls, dataDir, say, fromMemory = false, leftOut = [] } = options
  const owner = createOwner()
  const keys = ensureKeyFiles(dataDir)
  // The peers log no requests either.
  const variables = {
    NODE_ENV: 'production',
    SYSTEM_NAME: system,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: String(NO_LIMIT),
  }
  const inventories = new Map<SupervisedProcess, Admin>()
  let started = 0

  const add: OurSystem['add'] = async (name, { env = {}, urls: otherUrls = {}, launched } = {}) => {
    const port = await findFreePort()
    const adminPort = await findFreePort()
    const given = { ...variables, ADMIN_PORT: String(adminPort), ...env }
    const service = { dataDir, urls: { ...urls, ...otherUrls }, keys, port, env: given, report: say }
    const label = `${system}-${name}-${++started}`
    const process = owner.own(
      disposable(
        fromMemory && name === 'inventory'
          ? createMemoryService(service, label)
          : createServiceProcess(name, service, label),
      ),
    ).process
    const ready = process.start()
    if (process.pid !== undefined) launched?.(process.pid)
    await ready
    if (name === 'inventory') inventories.set(process, adminAt(`http://127.0.0.1:${adminPort}`))
    return { process, url: `http://127.0.0.1:${port}/api/v1` }
  }

  try {
    const names = serviceNames.filter((name) =>
      fromMemory ? PATH_SERVICES.has(name) : name !== 'gateway' && !leftOut.includes(name),
    )
    const services = await Promise.all(names.map(async (name) => ({ name, ...(await add(name)) })))
    const gateway = await add('gateway')
    const { call } = owner.own(
      await openConnection({
        RABBITMQ_URL: urls.RABBITMQ_URL,
        SYSTEM_NAME: system,
        ...keys.ofOperator,
      }),
    )
    const token = await createToken(call, `bench-${Date.now()}`)
    const processes = [gateway, ...services].map(({ process }) => process)
    return {
      door: { url: gateway.url, token, lots: '/Inventory', processes },
      call,
      add,
      async stop(stopped) {
        for (const { name, process } of services) if (name === stopped) await process.stop()
      },
      inventories,
      [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
    }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}

/** A client of its own, and its token. */
export async function createToken(call: Call, clientId: string): Promise<string> {
  await call(auth.createGroup, { name: clientId, permissions: [11, 15, 88, 95, 116, 9001, 9002] })
  const credentials = await call(auth.createClient, { clientId, group: clientId, warehouses: 'all' })
  const grant = { grant_type: 'client_credentials', ...credentials }
  const { access_token: token } = await call(auth.issueToken, grant)
  return token
}

const disposable = (process: SupervisedProcess) => ({ process, [Symbol.asyncDispose]: () => process.stop() })

type ServiceOptions = Parameters<typeof createServiceProcess>[1]

function createMemoryService({ urls, keys, env, dataDir, report }: ServiceOptions, name: string) {
  return new SupervisedProcess({
    name,
    command: process.execPath,
    args: [compiled('test/bench/memory-service/main.js')],
    env: { ...process.env, ...env, ...urls, ...keys.of('inventory') },
    logFile: `${dataDir}/logs/${name}.log`,
    report,
  })
}
