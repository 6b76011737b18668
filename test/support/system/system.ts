import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProviderSettings } from '../../../gateway/console/provider/settings.ts'
import { type ServiceName, serviceNames } from '../../../local/services.ts'
import type { InventoryConfig } from '../../../services/inventory/config.ts'
import type { InventoryOverrides } from '../../../services/inventory/service.ts'
import { bareHost, parseNetworks } from '../../../services/notifications/webhooks/http/address-guard.ts'
import type { FindAddresses } from '../../../services/notifications/webhooks/http/host-addresses.ts'
import type { WebhookOverrides } from '../../../services/notifications/webhooks/webhook-service.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { type Person, permissions as securityIds } from '../../../shared/contract/core/access.ts'
import { connectMongo } from '../../../shared/database/mongo.ts'
import { createCallerSeal } from '../../../shared/identity/confidential.ts'
import { createInternalTokens, type ProcessKeys } from '../../../shared/identity/internal-token.ts'
import { createAmqpBroker } from '../../../shared/messaging/amqp/amqp-broker.ts'
import {
  type Call,
  type CallPage,
  createCall,
  createCallBytes,
  createCallPage,
} from '../../../shared/messaging/rpc/call.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import type { ServiceConfig } from '../../../shared/service.ts'
import { createCapturedLog, type LogLine } from '../checks/captured-log.ts'
import { unique } from '../records/factories.ts'
import { serverUrl } from '../servers/server-url.ts'
import { type Api, createApi } from './api.ts'
import { createFakeAuth } from './fake-auth.ts'
import { createKeys } from './keys.ts'
import { giveSystemNameBack, takeSystemName } from './system-names.ts'

export { serverUrl } from '../servers/server-url.ts'

export type Part = ServiceName

export interface SystemOptions {
  /** What an ended system has stored is used instead of nothing. */
  readonly stored?: { readonly system: string; readonly storageSecret: Buffer }
  /** The processes to start; all but reporting by default. Without auth, `fake-auth.ts` replaces it. */
  readonly services?: readonly Part[]
  /** By default so many that no test reaches the limit. */
  readonly rateLimitPerMinute?: number
  readonly tokenTtlSeconds?: number
  /** Of the days in reports. */
  readonly timeZone?: string
  /** The level of `logLines`. */
  readonly logLevel?: string
  /** Servers to use instead of those in the environment; a proxy, for instance. */
  readonly rabbitUrl?: string
  readonly mongoUri?: string
  readonly redisUrl?: string
  /** Milliseconds within which the client of an export must take the next chunk. */
  readonly exportStallMs?: number
  /** Whether requests may ask for faults. */
  readonly isSandbox?: boolean
  /** The built files of the console; by default there is no console. */
  readonly consoleFolder?: string
  /** The identity provider of the console; none by default. */
  readonly signIn?: ProviderSettings
  /** Overrides for webhooks. By default they may lead to this machine, where the tests have their receivers. */
  readonly inventory?: InventoryOverrides & Pick<InventoryConfig, 'allocator' | 'countLimits'>
  readonly webhooks?: WebhookOverrides & { readonly allowedNetworks?: string }
}

/** The rights of a client; by default every permission, all warehouses, read and write. */
export interface ClientRights {
  readonly permissions?: number[]
  readonly reports?: number[]
  readonly warehouses?: 'all' | number[]
  readonly readOnly?: boolean
  /** The verified person who uses the client, and its id if it is one that exists; only where auth is replaced. */
  readonly person?: Person
  readonly clientId?: string
}

/** A client with its credentials, and its API over HTTP and over RPC. */
export interface TestClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly token: string
  /** Over HTTP, if there is a gateway. */
  readonly api: Api
  /** Over RPC, with the client's token. */
  readonly call: Call
}

export interface TestSystem extends AsyncDisposable {
  readonly system: string
  /** Base address of the gateway, up to `/api/v1`; empty without one. */
  readonly url: string
  /** Calls as the operator. */
  readonly call: Call
  readonly callPage: CallPage
  /** The secret with which auth, notifications and the gateway store secrets. */
  readonly storageSecret: Buffer
  readonly keysOf: (process: Part | 'operator') => ProcessKeys
  /** The log lines of all processes. */
  readonly logLines: readonly LogLine[]
  /** Creates a client in a group of its own. */
  createClient(rights?: ClientRights): Promise<TestClient>
}

/** Reports have tests of their own. */
const withoutReporting = serviceNames.filter((name) => name !== 'reporting')

/** Runs the processes of a system in this process, on the servers of the environment, with a unique system name. */
export async function startSystem(options: SystemOptions = {}): Promise<TestSystem> {
  const { services = withoutReporting, tokenTtlSeconds = 14_400, timeZone = 'UTC' } = options
  const owner = createOwner()
  const { system, storageSecret } = options.stored ?? {
    system: takeSystemName(),
    storageSecret: Buffer.from(randomBytes(32).toString('base64url')),
  }
  const keysOf = createKeys()
  const { log, lines } = createCapturedLog(options.logLevel ?? 'info')
  const config: Omit<ServiceConfig, 'keys'> = {
    system,
    rabbitUrl: options.rabbitUrl ?? serverUrl('RABBITMQ_URL'),
    mongoUri: options.mongoUri ?? serverUrl('MONGODB_URI'),
    timeZone,
  }
  try {
    if (!options.stored) owner.defer(() => giveSystemNameBack(system))
    const broker = owner.own(await createAmqpBroker({ url: config.rabbitUrl, system, name: 'test', log }))
    const callBytes = createCallBytes(broker, { seal: createCallerSeal(keysOf('operator').publicKeys) })
    const { sign } = createInternalTokens('operator', keysOf('operator'))
    const call = createCall(callBytes, sign)

    const fakeAuth = services.includes('auth')
      ? undefined
      : owner.own(await createFakeAuth(broker, createInternalTokens('auth', keysOf('auth')), log))
    if (services.includes('auth')) {
      const { createAuth } = await import('../../../services/auth/service.ts')
      owner.own(await createAuth({ ...config, keys: keysOf('auth'), storageSecret, tokenTtlSeconds }, log))
    }
    if (services.includes('catalog')) {
      const { createCatalog } = await import('../../../services/catalog/service.ts')
      owner.own(await createCatalog({ ...config, keys: keysOf('catalog') }, log))
    }
    if (services.includes('inventory')) {
      const { createInventory } = await import('../../../services/inventory/service.ts')
      const inventoryConfig = { ...config, keys: keysOf('inventory'), ...options.inventory }
      owner.own(await createInventory(inventoryConfig, log, undefined, options.inventory))
    }
    if (services.includes('notifications')) {
      const { createNotifications } = await import('../../../services/notifications/service.ts')
      const { allowedNetworks = '127.0.0.0/8', ...overrides } = options.webhooks ?? {}
      const keys = keysOf('notifications')
      const notificationsConfig = { ...config, keys, storageSecret, allowedNetworks: parseNetworks(allowedNetworks) }
      const webhooks = { findAddresses: withoutNameServer, ...overrides }
      owner.own(await createNotifications(notificationsConfig, log, undefined, webhooks))
    }
    if (services.includes('reporting')) {
      const { createReporting } = await import('../../../services/reporting/service.ts')
      owner.own(await createReporting({ ...config, keys: keysOf('reporting') }, log))
      if (services.includes('notifications')) await reportsAnswer(config.system)
    }
    let url = ''
    if (services.includes('gateway')) {
      const { createGateway } = await import('../../../gateway/gateway.ts')
      const redisUrl = options.redisUrl ?? serverUrl('REDIS_URL')
      const rateLimitPerMinute = options.rateLimitPerMinute ?? 1_000_000
      const { system, rabbitUrl } = config
      const { consoleFolder, signIn, isSandbox = false, exportStallMs = 30_000 } = options
      const gatewayConfig = {
        system,
        keys: keysOf('gateway'),
        storageSecret,
        rabbitUrl,
        timeZone,
        redisUrl,
        rateLimitPerMinute,
        consoleFolder,
        signIn,
        exportStallMs,
        isSandbox,
        port: 0,
      }
      const gateway = owner.own(await createGateway(gatewayConfig, log))
      url = `http://127.0.0.1:${gateway.port}/api/v1`
    }

    type Given = Required<Omit<ClientRights, 'person' | 'clientId'>> & Pick<ClientRights, 'person' | 'clientId'>
    const credentials = async (rights: Given) => {
      const clientId = rights.clientId ?? unique('client').toLowerCase()
      if (fakeAuth) return { clientId, clientSecret: '', token: fakeAuth.signToken(clientId, rights, tokenTtlSeconds) }
      const { permissions, reports, warehouses, readOnly } = rights
      await call(auth.createGroup, { name: clientId, permissions, reports })
      const { client_id, client_secret } = await call(auth.createClient, {
        clientId,
        group: clientId,
        warehouses,
        readOnly,
      })
      const grant = { grant_type: 'client_credentials', client_id, client_secret }
      const { access_token: token } = await call(auth.issueToken, grant)
      return { clientId, clientSecret: client_secret, token }
    }

    return {
      system,
      url,
      call,
      callPage: createCallPage(callBytes, sign),
      storageSecret,
      keysOf,
      logLines: lines,
      async createClient(rights = {}) {
        const { permissions = Object.values(securityIds), reports = [], warehouses = 'all', readOnly = false } = rights
        const { person, clientId } = rights
        const ofPerson = { ...(person && { person }), ...(clientId !== undefined && { clientId }) }
        const client = await credentials({ permissions, reports, warehouses, readOnly, ...ofPerson })
        return { ...client, api: createApi(url, client.token), call: createCall(callBytes, () => client.token) }
      },
      [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
    }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}

const REPORTS_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 20

/** Reports are refused until they have read the feed for the first time. */
async function reportsAnswer(system: string): Promise<void> {
  const options = { uri: serverUrl('MONGODB_URI'), database: `${system}-reporting`, poolSize: 1 }
  const connection = await connectMongo({ ...options, log: createCapturedLog().log })
  try {
    const generations = connection.collection('generations')
    const end = Date.now() + REPORTS_WITHIN_MS
    while (!(await generations.findOne({ isCurrent: true, hasCaughtUp: true }))) {
      if (Date.now() > end) throw new Error('Reports have not read the feed')
      await delay(LOOK_EVERY_MS)
    }
  } finally {
    await connection.close()
  }
}

/** Tests do not query name servers. */
const withoutNameServer: FindAddresses = async (host) => {
  if (isIP(bareHost(host))) return [bareHost(host)]
  throw new Error(`The name ${host} has no address.`)
}
