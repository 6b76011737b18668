import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import mongoose from 'mongoose'
import pMap from 'p-map'
import { openConnection } from '../../local/documentdb-gateway/postgres/connection.ts'
import { type Servers, startServers } from '../../local/servers/servers.ts'
import type { ServiceName } from '../../local/services.ts'
import { auth } from '../../shared/contract/auth.ts'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { permissions } from '../../shared/contract/core/access.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { createOwner } from '../../shared/process/disposal.ts'
import { unique } from '../support/records/factories.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import type { Component, Network } from './components/components.ts'
import { createProxies } from './components/proxied-urls.ts'
import type { TestCaller } from './history/history.ts'
import type { Workload } from './load/workload.ts'

/** How many clients or items are created at once. */
const AT_ONCE = 2
const SCARCE_ITEMS = 4
const REPLICAS = { gateway: 2, inventory: 2, notifications: 2 } as const

/** A system whose stored state is compared with the responses to a load. */
export interface LoadedWorld {
  readonly system: Pick<RunningProcesses, 'system' | 'call'>
  readonly servers: Servers
  /** Base addresses of the gateways. */
  readonly gateways: readonly string[]
  readonly components: ReadonlyMap<string, Component>
  /** The folder of PostgreSQL's socket. */
  readonly socketFolder: string
  readonly logFolder: string
}

/** A system for fault injection: its own servers and processes, with every connection through a proxy. */
export interface FaultWorld extends LoadedWorld, AsyncDisposable {
  readonly system: RunningProcesses
}

export interface WorldOptions {
  readonly replicas?: Partial<Record<ServiceName, number>>
  /** Folder for data and logs; by default a temporary one, which is removed at the end. */
  readonly dataDir?: string | undefined
}

export async function startWorld(options: WorldOptions = {}): Promise<FaultWorld> {
  const owner = createOwner()
  const dataDir = options.dataDir ? resolve(options.dataDir) : mkdtempSync(join(tmpdir(), 'inventory-faults-'))
  if (options.dataDir === undefined) owner.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  try {
    const servers = await startServers({ dataDir, given: {}, report: () => undefined })
    owner.defer(() => servers.stop())
    const proxies = owner.own(createProxies(servers.urls))
    const system = owner.own(
      await startProcesses({ replicas: REPLICAS, ...options, dataDir, servers: servers.urls, urlsOf: proxies.urlsOf }),
    )
    const gateways: string[] = []
    for (const [index, url] of system.gateways.entries())
      gateways.push((await proxies.gatewayUrl(`gateway-${index + 1}`, url)).replace(/\/$/, ''))

    const socketFolder = join(dataDir, 'documentdb', 'socket')
    const database = proxies.networkOf('MONGODB_URI')
    const networks: Readonly<Record<string, Network>> = {
      rabbitmq: proxies.networkOf('RABBITMQ_URL'),
      redis: proxies.networkOf('REDIS_URL'),
      mongodb: database,
      'documentdb-gateway': database,
      postgres: { ...database, cut: () => endBackends(socketFolder) },
    }
    const parts = [...servers.processes.filter(({ name }) => name in networks), ...system.processes]
    const components = parts.map((process): [string, Component] => {
      const { name } = process
      // A mongod has fail points only if it is started for tests.
      const freezeCommit = name === 'documentdb-gateway' ? () => freezeCommitOf(servers.urls.MONGODB_URI) : undefined
      return [name, { name, process, network: networks[name] ?? proxies.networkOf(name), freezeCommit }]
    })
    return {
      system,
      servers,
      gateways,
      components: new Map(components),
      socketFolder,
      logFolder: join(dataDir, 'logs'),
      [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
    }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}

interface WorkloadSize {
  readonly clients: number
  readonly items: number
  /** Of the clients: all by default. */
  readonly permissions?: readonly number[]
}

/** Creates the clients, each with a token, and the items of a run, in warehouses and under reason codes that exist. */
export async function prepareWorkload({ call }: Pick<RunningProcesses, 'call'>, size: WorkloadSize): Promise<Workload> {
  const clients: TestCaller[] = []
  const group = unique('group').toLowerCase()
  await call(auth.createGroup, { name: group, permissions: [...(size.permissions ?? Object.values(permissions))] })
  await pMap(
    Array(size.clients).keys(),
    async () => {
      const clientId = unique('client').toLowerCase()
      const credentials = await call(auth.createClient, { clientId, group, warehouses: 'all' })
      const { access_token: token } = await call(auth.issueToken, { grant_type: 'client_credentials', ...credentials })
      clients.push({ clientId, token })
    },
    { concurrency: AT_ONCE },
  )
  const createItems = (count: number, prefix: string) =>
    pMap(Array(count).keys(), async () => (await call(catalog.createItem, { shortID: unique(prefix) })).shortID, {
      concurrency: AT_ONCE,
    })
  const items = await createItems(size.items, 'ITEM')
  const scarceItems = await createItems(SCARCE_ITEMS, 'SCARCE')
  const { shortID: vendor } = await call(inventory.createVendor, { shortID: unique('VENDOR'), name: 'Vendor' })
  const { shortID: customer } = await call(inventory.createCustomer, { shortID: unique('CUSTOMER'), name: 'Customer' })
  return { clients, items, scarceItems, vendor, customer }
}

/** PostgreSQL terminates all sessions, which resets their connections. */
async function endBackends(socketFolder: string): Promise<void> {
  const database = await openConnection(socketFolder)
  try {
    await database.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
  } finally {
    database.close()
  }
}

/** Longer than every deadline and than the lifetime of a transaction. */
export const COMMIT_FROZEN_MS = 26_000

/** The next commit waits. */
async function freezeCommitOf(mongodbUri: string): Promise<void> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise()
  try {
    const data = { failCommands: ['commitTransaction'], blockConnection: true, blockTimeMS: COMMIT_FROZEN_MS }
    await connection.db?.admin().command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data })
  } finally {
    await connection.close()
  }
}
