import { daysOf } from '../shared/contract/dates/days.ts'
import { gateway as contract } from '../shared/contract/gateway.ts'
import { createCallerSeal } from '../shared/identity/confidential.ts'
import { createInternalTokens } from '../shared/identity/internal-token.ts'
import { createTokenVerifier } from '../shared/identity/token-verifier.ts'
import { createAmqpBroker } from '../shared/messaging/amqp/amqp-broker.ts'
import { observeBroker } from '../shared/messaging/observed-broker.ts'
import { createCall, createCallBytes } from '../shared/messaging/rpc/call.ts'
import { serve } from '../shared/messaging/rpc/serve.ts'
import { createOwner } from '../shared/process/disposal.ts'
import type { Logger } from '../shared/process/log.ts'
import { createMonitor } from '../shared/process/monitor.ts'
import { createSteps } from '../shared/process/run.ts'
import { createStatus } from '../shared/process/status.ts'
import { createApp } from './app.ts'
import type { GatewayConfig } from './config.ts'
import { startHttpServer } from './connections/server.ts'
import { createSignIn } from './console/provider/create-sign-in.ts'
import { createEndSessions } from './console/sessions/end-sessions.ts'
import { createSessionStore } from './console/sessions/session-store.ts'
import { createExportLimit } from './exports/export-limit.ts'
import { EXPORT_STALL_MS } from './exports/stream.ts'
import { createFailedRequests } from './failures/failed-requests.ts'
import { addressKey } from './limits/enforce-rate-limit.ts'
import { createRateLimit } from './limits/rate-limit.ts'
import { connectRedis } from './limits/redis.ts'
import { createRedisMemory } from './limits/redis-memory.ts'
import { createRecentRequests } from './observability/recent-requests.ts'
import { createServicesHeard } from './observability/services-heard.ts'
import { createSystemFigures } from './observability/system-figures.ts'
import { createFaultCounter } from './sandbox/fault-counter.ts'

/** The HTTP server of the interface. It listens once it can verify tokens, and stops before the connections it needs. */
export interface Gateway extends AsyncDisposable {
  readonly port: number
}

export async function createGateway(
  config: GatewayConfig,
  log: Logger,
  monitor = createMonitor('gateway'),
): Promise<Gateway> {
  const owner = createOwner()
  try {
    const {
      system,
      keys,
      storageSecret,
      rabbitUrl,
      redisUrl,
      rateLimitPerMinute,
      port,
      host = '0.0.0.0',
      trustProxy,
      contact,
      publicOrigin,
      consoleFolder: folder,
    } = config
    const internalTokens = createInternalTokens('gateway', keys)
    const { health, registry } = monitor
    const step = createSteps(log)
    const redis = owner.own(await step('Redis', () => connectRedis(redisUrl, log)))
    const rateLimit = createRateLimit({ redis: redis.client, system, perMinute: rateLimitPerMinute, log })
    const memory = createRedisMemory(redis.client)
    health.watch('redis', () => {
      const isAway = rateLimit.isDegraded || redis.client.status !== 'ready'
      return isAway ? 'Each gateway limits requests by itself.' : memory.fault
    })
    health.require('rabbitmq', () => 'It has not been reached yet.')
    const link = await step('RabbitMQ', () => createAmqpBroker({ url: rabbitUrl, system, name: 'gateway', log }))
    health.require('rabbitmq', () => (link.isUp ? undefined : 'There is no connection.'))
    const broker = owner.own(observeBroker(link, registry))
    const callBytes = createCallBytes(broker, { seal: createCallerSeal(keys.publicKeys) })
    const call = createCall(callBytes, internalTokens.sign)
    const verifierDeps = { call, internalTokens, log, health }
    const tokenVerifier = owner.own(await step('the keys of auth', () => createTokenVerifier(verifierDeps)))
    health.require('services', createServicesHeard(call))
    const recentRequests = createRecentRequests()
    const failedRequests = createFailedRequests({ redis: redis.client, system, rateLimit, memory, log })
    const sessions = createSessionStore({ redis: redis.client, system, secret: storageSecret, log })
    const handlers = {
      status: createStatus(monitor),
      readFigures: createSystemFigures(call, recentRequests),
      listFailedRequests: failedRequests.list,
      endSessions: createEndSessions(sessions),
    }
    const { identify } = tokenVerifier
    owner.own(
      await step('the queues of calls', () =>
        serve(broker, contract, handlers, { log, identify, findDays: () => daysOf(config.timeZone ?? 'UTC') }),
      ),
    )
    const shared = { redis: redis.client, system, secret: storageSecret }
    const signIn = config.signIn && createSignIn(config.signIn, { ...shared, sessions, call })
    const console = folder === undefined ? undefined : { folder, sessions, call, signIn }
    const exportLimit = createExportLimit({ redis: redis.client, system, rateLimit, log })
    const limits = { rateLimit, exportLimit }
    const countFault = config.isSandbox ? createFaultCounter(redis.client, system) : undefined
    if (countFault) log.warn('This is a sandbox: requests may ask for faults')
    const deps = {
      callBytes,
      tokenVerifier,
      ...limits,
      console,
      trustProxy,
      contact,
      countFault,
      publicOrigin,
      storageSecret,
      log,
      monitor,
    }
    const app = createApp({ ...deps, recentRequests, failedRequests })
    if (config.exportStallMs !== undefined) app.set(EXPORT_STALL_MS, config.exportStallMs)
    const server = owner.own(await startHttpServer(app, { port, host, log, addressOf: addressKey }))
    log.info({ port: server.port }, 'Listening')
    return { port: server.port, [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose]() }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}
