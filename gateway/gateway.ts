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
import { runProcess } from '../shared/process/run.ts'
import { createStatus } from '../shared/process/status.ts'
import { createSteps } from '../shared/start-steps.ts'
import { createApp } from './app.ts'
import { type GatewayConfig, readGatewayConfig } from './config.ts'
import { createFailedRequests } from './failed-requests.ts'
import { startHttpServer } from './http/server.ts'
import { addressKey } from './limits/enforce-rate-limit.ts'
import { createExportLimit } from './limits/export-limit.ts'
import { createRateLimit } from './limits/rate-limit.ts'
import { connectRedis, createRedisMemory } from './limits/redis.ts'
import { createRecentRequests } from './measure-requests.ts'
import { createFaultCounter } from './routes/sandbox.ts'
import { EXPORT_STALL_MS } from './routes/send-export.ts'
import { createEndSessions, createSessionStore } from './sessions/session-store.ts'
import { createSignIn } from './sessions/sign-in-routes.ts'
import { createServicesHeard, createSystemFigures } from './system-figures.ts'

export function run(): Promise<void> {
  const config = readGatewayConfig(process.env)
  return runProcess('gateway', config, (log, monitor) => createGateway(config, log, monitor))
}

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
    const { system, keys, storageSecret: secret, port, host = '0.0.0.0', consoleFolder: folder } = config
    const internalTokens = createInternalTokens('gateway', keys)
    const { health, registry } = monitor
    const step = createSteps(log)
    const { client: redis } = owner.own(await step('Redis', () => connectRedis(config.redisUrl, log)))
    const shared = { redis, system, log }
    const rateLimit = createRateLimit({ ...shared, perMinute: config.rateLimitPerMinute })
    const memory = createRedisMemory(redis)
    health.watch('redis', () => {
      const isAway = rateLimit.isDegraded || redis.status !== 'ready'
      return isAway ? 'Each gateway limits requests by itself.' : memory.fault
    })
    health.require('rabbitmq', () => 'It has not been reached yet.')
    const link = await step('RabbitMQ', () => createAmqpBroker({ url: config.rabbitUrl, system, name: 'gateway', log }))
    health.require('rabbitmq', () => (link.isUp ? undefined : 'There is no connection.'))
    const broker = owner.own(observeBroker(link, registry))
    const callBytes = createCallBytes(broker, { seal: createCallerSeal(keys.publicKeys) })
    const call = createCall(callBytes, internalTokens.sign)
    const tokenVerifier = owner.own(
      await step('the keys of auth', () => createTokenVerifier({ call, internalTokens, log, health })),
    )
    health.require('services', createServicesHeard(call))
    const recentRequests = createRecentRequests()
    const failedRequests = createFailedRequests({ ...shared, rateLimit, memory })
    const sessions = createSessionStore({ ...shared, secret })
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
    const signIn = config.signIn && createSignIn(config.signIn, { ...shared, secret, sessions, call })
    const countFault = config.isSandbox ? createFaultCounter(redis, system) : undefined
    if (countFault) log.warn('This is a sandbox: requests may ask for faults')
    const app = createApp({
      ...config,
      callBytes,
      tokenVerifier,
      rateLimit,
      exportLimit: createExportLimit({ ...shared, rateLimit }),
      console: folder === undefined ? undefined : { folder, sessions, call, signIn },
      countFault,
      log,
      monitor,
      recentRequests,
      failedRequests,
    })
    if (config.exportStallMs !== undefined) app.set(EXPORT_STALL_MS, config.exportStallMs)
    const server = owner.own(await startHttpServer(app, { port, host, log, addressOf: addressKey }))
    log.info({ port: server.port }, 'Listening')
    return { port: server.port, [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose]() }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}
