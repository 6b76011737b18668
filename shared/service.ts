import type { Connection } from 'mongoose'
import { Counter } from 'prom-client'
import type { ServiceContract } from './contract/core/operation.ts'
import type { FindDays } from './contract/dates/date-fields.ts'
import { daysOf } from './contract/dates/days.ts'
import { isDatabaseUnavailable } from './database/database-errors.ts'
import { monitorDatabase } from './database/database-metrics.ts'
import type { Migration } from './database/migrations/migration.ts'
import { planMigrations, runMigrations, skipMigrations, type UpdateStep } from './database/migrations/run-migrations.ts'
import { connectMongo, migrate } from './database/mongo.ts'
import { createCallerSeal, createServiceSeal } from './identity/confidential.ts'
import { createInternalTokens, type InternalTokens, type ProcessKeys } from './identity/internal-token.ts'
import { createSeal } from './identity/sealed.ts'
import type { Identify } from './identity/token-verifier.ts'
import { createAmqpBroker } from './messaging/amqp/amqp-broker.ts'
import { type Broker, DeliveryError } from './messaging/broker.ts'
import { observeBroker } from './messaging/observed-broker.ts'
import { type Call, createCall, createCallBytes } from './messaging/rpc/call.ts'
import { type Handlers, serve } from './messaging/rpc/serve.ts'
import { createOwner } from './process/disposal.ts'
import {
  adminVariables,
  commonVariables,
  databaseVariables,
  keyVariables,
  readEnv,
  toProcessKeys,
} from './process/env.ts'
import type { Health } from './process/health.ts'
import type { Logger } from './process/log.ts'
import type { Monitor } from './process/monitor.ts'
import { createSteps, type ProcessConfig } from './process/run.ts'
import { createStatus } from './process/status.ts'

/** Messages under way at once, each of up to 8 calls; the pool has a few connections more. */
const POOL_SIZE = 20

/** What a service is built from. */
export interface ServiceDeps {
  readonly connection: Connection
  readonly broker: Broker
  readonly call: Call
  readonly internalTokens: InternalTokens
  readonly log: Logger
  readonly health: Health
  /** Disposed of, in reverse order, when the service stops, after its last request. */
  own<T extends AsyncDisposable>(thing: T): T
}

/** A service that is put together, before it accepts requests. */
export interface ServiceDefinition<C extends ServiceContract> {
  readonly handlers: Handlers<C>
  /** Resolves to the function that verifies tokens, once it has auth's keys. Without it, the process takes no requests. */
  readonly identify: () => Promise<Identify | undefined>
  /** The days that dates of an input name; those of the installation by default. */
  readonly findDays?: FindDays
  /** What earlier versions have stored is brought into the shape of today, in this sequence. */
  readonly migrations?: readonly Migration[]
  /** Runs when the collections and indexes exist, and everything is migrated. */
  readonly prepare?: () => Promise<void>
}

export interface ServiceConfig {
  readonly system: string
  readonly rabbitUrl: string
  readonly mongoUri: string
  readonly keys: ProcessKeys
  /** The zone of the days that dates of requests name (IANA); UTC by default. */
  readonly timeZone?: string
  /** Creates collections and indexes, migrates, and starts nothing. */
  readonly migrateOnly?: boolean
  /** Logs what would be migrated, and changes nothing. */
  readonly isDryRun?: boolean
  /** `unknown` by default. */
  readonly updateStep?: UpdateStep
  /** With it, the commands that a traced request sends to the database are recorded as spans. */
  readonly otlpEndpoint?: string | undefined
}

/**
 * The configuration that every service reads from its environment, and the arguments that all take: `--migrate`, and with
 * it `--after-update`, when no process of the version before runs any more, or `--dry-run`.
 */
export function readServiceConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []): ServiceConfig & ProcessConfig {
  const variables = readEnv({ ...commonVariables, ...keyVariables, ...adminVariables, ...databaseVariables }, env)
  const migrateOnly = args.includes('--migrate')
  const migration = args.includes('--after-update') ? 'after' : 'before'
  return {
    system: variables.SYSTEM_NAME,
    rabbitUrl: variables.RABBITMQ_URL,
    mongoUri: variables.MONGODB_URI,
    timeZone: variables.TIME_ZONE,
    keys: toProcessKeys(variables),
    logLevel: variables.LOG_LEVEL,
    admin: { port: variables.ADMIN_PORT, host: variables.ADMIN_HOST },
    otlpEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    migrateOnly,
    isDryRun: migrateOnly && args.includes('--dry-run'),
    updateStep: migrateOnly ? migration : 'unknown',
  }
}

/** Configuration and instruments of a service. */
export interface ServiceOptions {
  readonly config: ServiceConfig
  readonly log: Logger
  readonly monitor: Monitor
  /** See MongoOptions. */
  readonly socketTimeoutMs?: number
}

/** Starts a service: its database, its connection to RabbitMQ, then its handlers. Resolves when it accepts requests. */
export async function startService<C extends ServiceContract>(
  name: string,
  contract: C,
  { config, log, monitor, socketTimeoutMs }: ServiceOptions,
  define: (deps: ServiceDeps) => ServiceDefinition<C>,
): Promise<AsyncDisposable> {
  const owner = createOwner()
  const { key, publicKeys } = config.keys
  const internalTokens = createInternalTokens(name, config.keys)
  const database = `${config.system}-${name}`
  const step = createSteps(log)
  const connection = await step('the database', () =>
    connectMongo({
      uri: config.mongoUri,
      database,
      poolSize: POOL_SIZE,
      log,
      monitorCommands: config.otlpEndpoint !== undefined,
      ...(socketTimeoutMs !== undefined && { socketTimeoutMs }),
    }),
  )
  owner.defer(() => connection.close())
  monitorDatabase(connection, monitor)
  const connect = () => step('RabbitMQ', () => connectBroker(name, config, log, monitor))
  const broker = owner.own(config.migrateOnly ? noBroker : await connect())
  const { timeZone = 'UTC' } = config
  const callBytes = createCallBytes(broker, { seal: createCallerSeal(publicKeys) })
  const call = createCall(callBytes, internalTokens.sign)

  const {
    handlers,
    identify,
    migrations = [],
    prepare,
    findDays = () => daysOf(timeZone),
  } = define({
    connection,
    broker,
    call,
    internalTokens,
    log,
    health: monitor.health,
    own: owner.own,
  })
  const run = { log, step: config.updateStep ?? 'unknown' }
  if (config.isDryRun) {
    await planMigrations(connection, migrations, run)
    return owner
  }
  const isNew = (await connection.listCollections()).length === 0
  await step('collections and indexes', () => migrate(connection))
  await step('migrations', () =>
    isNew ? skipMigrations(connection, migrations) : runMigrations(connection, migrations, run),
  )
  if (prepare) await step('the first records', prepare)
  if (config.migrateOnly) return owner
  const verify = await step('events and the keys of auth', identify)
  if (!verify) return owner
  const offered = { ...handlers, status: createStatus(monitor) }
  const options = {
    log,
    identify: verify,
    isUnavailable: isDatabaseUnavailable,
    seal: createServiceSeal(key),
    // All processes of the service have its key.
    pageKeys: createSeal(key.export({ type: 'pkcs8', format: 'der' }), 'keys of pages'),
    findDays,
  }
  owner.own(await step('the queues of calls', () => serve(broker, contract, offered, options)))
  return owner
}

async function connectBroker(name: string, config: ServiceConfig, log: Logger, { health, registry }: Monitor) {
  health.require('rabbitmq', () => 'It has not been reached yet.')
  const deadLetters = new Counter({
    name: 'inventory_events_dead_lettered_total',
    help: 'Events that could not be handled and were put into the dead-letter queue of their queue',
    registers: [registry],
  })
  const broker = await createAmqpBroker({
    url: config.rabbitUrl,
    system: config.system,
    name,
    log,
    isUnavailable: isDatabaseUnavailable,
    onDeadLetter: () => deadLetters.inc(),
  })
  health.require('rabbitmq', () => (broker.isUp ? undefined : 'There is no connection.'))
  return observeBroker(broker, registry)
}

const refuse = () => Promise.reject(new DeliveryError('not-sent', 'A migration does not talk to others'))
/** A migration needs the database only. */
const noBroker: Broker = {
  request: refuse,
  serve: refuse,
  publish: refuse,
  subscribe: refuse,
  [Symbol.asyncDispose]: async () => undefined,
}
