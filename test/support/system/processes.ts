import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection } from '../../../ctl/connection/connection.ts'
import type { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import { findFreePort } from '../../../local/servers/ports.ts'
import { createServiceProcess, type ServerUrls, type ServiceName, serviceNames } from '../../../local/services.ts'
import { ensureKeyFiles } from '../../../local/system-files.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { unique } from '../records/factories.ts'
import { serverUrl } from '../servers/server-url.ts'
import { uniqueSystem } from '../servers/system-name.ts'
import { type Api, createApi } from './api.ts'

export interface ProcessOptions {
  /** Processes of each service; 1 by default. */
  readonly replicas?: Partial<Record<ServiceName, number>>
  readonly env?: NodeJS.ProcessEnv
  /** Folder for the logs; by default a temporary one, which is removed at the end. */
  readonly dataDir?: string
  /** Servers to use instead of those in the environment. */
  readonly servers?: ServerUrls
  /** Addresses under which the processes find the servers, if they differ: those of proxies, for instance. */
  readonly urls?: Partial<ServerUrls>
  /** The same for one process, by name. */
  readonly urlsOf?: (name: string) => Promise<Partial<ServerUrls>>
}

/** The system as real processes, which tests can kill and restart one by one. */
export interface RunningProcesses extends AsyncDisposable {
  readonly system: string
  /** Base addresses of the gateways, up to `/api/v1`. */
  readonly gateways: readonly string[]
  readonly processes: readonly SupervisedProcess[]
  /** Has the output of each process in `logs/<name>.log`, and the keys. */
  readonly dataDir: string
  /** Calls as the operator. */
  readonly call: Call
  /** A client with every permission in all warehouses, and its token. */
  createClient(): Promise<{ clientId: string; clientSecret: string; token: string }>
  api(token: string, gateway?: number): Api
  /** The supervisor's reports of deaths and restarts. */
  readonly reports: readonly string[]
}

/** Starts the compiled processes (`npm run build`) with a unique system name on the servers of the environment. */
export async function startProcesses(options: ProcessOptions = {}): Promise<RunningProcesses> {
  const owner = createOwner()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'inventory-processes-'))
  if (options.dataDir === undefined) owner.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  const system = uniqueSystem()
  const keys = ensureKeyFiles(dataDir)
  const reports: string[] = []
  const servers = options.servers ?? {
    MONGODB_URI: serverUrl('MONGODB_URI'),
    RABBITMQ_URL: serverUrl('RABBITMQ_URL'),
    REDIS_URL: serverUrl('REDIS_URL'),
  }
  const env = { SYSTEM_NAME: system, RATE_LIMIT_PER_MINUTE: '1000000000', ...options.env }

  const gateways: string[] = []
  const processes: SupervisedProcess[] = []
  for (const name of serviceNames) {
    for (let replica = 1; replica <= (options.replicas?.[name] ?? 1); replica++) {
      const port = await findFreePort()
      if (name === 'gateway') gateways.push(`http://127.0.0.1:${port}/api/v1`)
      const report = (line: string) => reports.push(line)
      const label = `${name}-${replica}`
      const urls = { ...servers, ...options.urls, ...(await options.urlsOf?.(label)) }
      processes.push(createServiceProcess(name, { dataDir, urls, keys, port, env, report }, label))
    }
  }
  owner.defer(() => Promise.all(processes.map((process) => process.stop())))
  try {
    await Promise.all(processes.map((process) => process.start()))
    const connection = owner.own(
      await openConnection({
        RABBITMQ_URL: servers.RABBITMQ_URL,
        SYSTEM_NAME: system,
        ...keys.ofOperator,
      }),
    )
    const { call } = connection
    return {
      system,
      gateways,
      processes,
      dataDir,
      call,
      reports,
      async createClient() {
        const clientId = unique('client').toLowerCase()
        await call(auth.createGroup, { name: clientId, permissions: Object.values(permissions) })
        const credentials = await call(auth.createClient, { clientId, group: clientId, warehouses: 'all' })
        const { access_token: token } = await call(auth.issueToken, {
          grant_type: 'client_credentials',
          ...credentials,
        })
        return { clientId, clientSecret: credentials.client_secret, token }
      },
      api: (token, gateway = 0) => createApi(gateways[gateway] ?? '', token),
      [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
    }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}
