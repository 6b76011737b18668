import type { Connection } from 'mongoose'
import type { Caller } from '../contract/access.ts'
import type { ServiceContract } from '../contract/operation.ts'
import { createAmqpBroker } from '../messaging/amqp-broker.ts'
import type { Broker } from '../messaging/broker.ts'
import { type Call, createCall, createCallBytes } from '../messaging/call.ts'
import { measureBroker } from '../messaging/measured-broker.ts'
import { type Handlers, serve } from '../messaging/serve.ts'
import { createOwner } from './disposal.ts'
import type { AdminAddress } from './admin-server.ts'
import { adminVariables, commonVariables, databaseVariables, readEnv, readSecretFile } from './env.ts'
import type { Health } from './health.ts'
import { createInsiderTokens, type InsiderTokens } from './insider-token.ts'
import type { Logger } from './log.ts'
import { monitorDatabase, monitorOutbox } from './measured-database.ts'
import { connectMongo, isDatabaseUnavailable, migrate } from './mongo.ts'
import type { Monitor } from './monitor.ts'

/** Messages under way at once, each of up to 8 calls; the pool has a few connections more. */
const POOL_SIZE = 20

/** What a service is built from. */
export interface ServiceParts {
  readonly connection: Connection
  readonly broker: Broker
  readonly call: Call
  readonly insiders: InsiderTokens
  readonly log: Logger
  readonly health: Health
  /** Disposed of, in reverse order, when the service stops, after its last request. */
  own<T extends AsyncDisposable>(thing: T): T
}

/** What a service is, once its parts stand and before it takes requests. */
export interface ServiceDefinition<C extends ServiceContract> {
  readonly handlers: Handlers<C>
  /** Resolves to the check of callers' tokens; waits for auth if it needs it. */
  readonly identify: () => Promise<(token: string | undefined) => Caller | undefined>
  /** Runs after the collections and indexes stand. */
  readonly prepare?: () => Promise<void>
}

export interface ServiceConfig {
  readonly system: string
  readonly rabbitUrl: string
  readonly mongoUri: string
  readonly secret: Buffer
}

/** The configuration that every service reads from its environment. */
export function readServiceConfig(env: NodeJS.ProcessEnv): ServiceConfig & { readonly logLevel: string } {
  const variables = readEnv({ ...commonVariables, ...databaseVariables }, env)
  return {
    system: variables.SYSTEM_NAME,
    rabbitUrl: variables.RABBITMQ_URL,
    mongoUri: variables.MONGODB_URI,
    secret: readSecretFile(variables.SYSTEM_SECRET_FILE),
    logLevel: variables.LOG_LEVEL,
  }
}

/** Starts a service: its own database, its connection to RabbitMQ, then its handlers. Resolves when it takes requests. */
export async function startService<C extends ServiceContract>(
  name: string,
  contract: C,
  config: ServiceConfig,
  log: Logger,
  define: (parts: ServiceParts) => ServiceDefinition<C>,
): Promise<AsyncDisposable> {
  const owner = createOwner()
  const insiders = createInsiderTokens(config.secret)
  const database = `${config.system}-${name}`
  const connection = await connectMongo({ uri: config.mongoUri, database, poolSize: POOL_SIZE, log })
  owner.defer(() => connection.close())
  const broker = owner.own(await createAmqpBroker({ url: config.rabbitUrl, system: config.system, name, log }))
  const call = createCall(createCallBytes(broker), () => insiders.sign('service', name))

  const { handlers, identify, prepare } = define({ connection, broker, call, insiders, log, own: owner.own })
  await migrate(connection)
  await prepare?.()
  owner.own(
    await serve(broker, contract, handlers, { log, identify: await identify(), isUnavailable: isDatabaseUnavailable }),
  )
  return owner
}
