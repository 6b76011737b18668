import { createAmqpBroker } from '../shared/messaging/amqp-broker.ts'
import { createCall, createCallBytes } from '../shared/messaging/call.ts'
import { measureBroker } from '../shared/messaging/measured-broker.ts'
import { shedLoad } from '../shared/messaging/shed-load.ts'
import { traceBroker } from '../shared/messaging/traced-broker.ts'
import { createOwner } from '../shared/runtime/disposal.ts'
import { createInsiderTokens } from '../shared/runtime/insider-token.ts'
import type { Logger } from '../shared/runtime/log.ts'
import { createMonitor } from '../shared/runtime/monitor.ts'
import { createTrust } from '../shared/runtime/trust.ts'
import { createApp } from './app.ts'
import type { GatewayConfig } from './config.ts'
import { startHttpServer } from './http-server.ts'
import { createRateLimit } from './rate-limit.ts'
import { connectRedis } from './redis.ts'

/** The door: HTTP in, messages out. It listens when it can check tokens, and stops before what it needs does. */
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
    const { system, secret, rabbitUrl, redisUrl, rateLimitPerMinute, port, host = '0.0.0.0', trustProxy } = config
    const insiders = createInsiderTokens(secret)
    const { health, registry, tracing } = monitor
    const redis = owner.own(await connectRedis(redisUrl, log))
    const rateLimit = createRateLimit({ redis: redis.client, system, perMinute: rateLimitPerMinute, log })
    health.watch('redis', () =>
      rateLimit.isDegraded || redis.client.status !== 'ready' ? 'Each gateway limits requests by itself.' : undefined,
    )
    health.require('rabbitmq', () => 'It has not been reached yet.')
    const link = await createAmqpBroker({ url: rabbitUrl, system, name: 'gateway', log })
    health.require('rabbitmq', () => (link.isUp ? undefined : 'There is no connection.'))
    const broker = owner.own(traceBroker(measureBroker(link, registry), tracing))
    const callBytes = shedLoad(createCallBytes(broker))
    const call = createCall(createCallBytes(broker), () => insiders.sign('service', 'gateway'))
    const trust = owner.own(await createTrust({ call, insiders, log, health }))

    const app = createApp({ callBytes, trust, rateLimit, trustProxy, log, monitor })
    const server = owner.own(await startHttpServer(app, { port, host, log }))
    log.info({ port: server.port }, 'Listening')
    return { port: server.port, [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose]() }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}
