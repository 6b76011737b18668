import { createCounters } from '../../../shared/database/counters.ts'
import { createIdempotency } from '../../../shared/database/idempotency/idempotency.ts'
import type { Monitor } from '../../../shared/process/monitor.ts'
import type { ServiceDeps } from '../../../shared/service.ts'
import type { Feed } from '../feed/feed.ts'
import { createAttemptModel } from './delivery/attempts.ts'
import { createDeliverer, type Deliverer } from './delivery/deliverer.ts'
import { createDeliveryModel, createReplayDeliveryModel } from './delivery/delivery.model.ts'
import { createDeliver, monitorDeliveries } from './delivery/delivery.ts'
import { type DeliveryOptions, defaultDeliveryOptions } from './delivery/delivery-options.ts'
import { createFanOut, createFanOutModel } from './delivery/fan-out.ts'
import {
  createAddressGuard,
  createFindAddresses,
  createFindObstacle,
  type FindAddresses,
  type Network,
} from './endpoints/address-guard.ts'
import { createClientRights } from './endpoints/client-rights.ts'
import { createEndpointHealth } from './endpoints/endpoint-health.ts'
import { createPost } from './endpoints/post.ts'
import { createWebhookModel } from './endpoints/webhook.model.ts'
import { createWebhookSecrets } from './endpoints/webhook-secrets.ts'
import { createReplayModel } from './replay/replay.model.ts'
import { createReplays } from './replay/replays.ts'
import { createRunningReplays } from './replay/running-replays.ts'
import { createSendTest } from './test-message.ts'
import { createWebhookHandlers } from './webhook-handlers.ts'

/** Replacements for tests. */
export interface WebhookOverrides {
  readonly options?: Partial<DeliveryOptions>
  readonly findAddresses?: FindAddresses
  /** Certificate authorities (PEM) of receivers. */
  readonly ca?: string
}

interface WebhookServiceDeps {
  readonly service: ServiceDeps
  readonly feed: Feed
  readonly monitor: Monitor
  readonly secret: Buffer
  readonly allowedNetworks: readonly Network[]
  readonly overrides: WebhookOverrides
}

/** Puts the parts of webhooks together. Deliveries begin with `start`. */
export function createWebhookService(deps: WebhookServiceDeps) {
  const { service, feed, monitor, secret, allowedNetworks, overrides } = deps
  const { connection, call, log, own } = service
  const options = { ...defaultDeliveryOptions, ...overrides.options }
  const webhooks = createWebhookModel(connection)
  const deliveries = createDeliveryModel(connection)
  const attempts = createAttemptModel(connection)
  const secrets = createWebhookSecrets(secret)
  const rights = createClientRights(call)
  const guard = createAddressGuard(allowedNetworks)
  const { findAddresses = createFindAddresses(), ca } = overrides
  const post = createPost({ guard, findAddresses, ca })
  const count = monitorDeliveries(deliveries, options, monitor)
  const endpointHealth = createEndpointHealth(webhooks, options.failingDays)
  const deliveryDeps = { deliveries, attempts, endpointHealth, secrets, post, options, count }
  const deliver = createDeliver(deliveryDeps)
  const replayDeliveries = createReplayDeliveryModel(connection)
  const replayDeps = { connection, replays: createReplayModel(connection), deliveries: replayDeliveries, options }
  const replays = createReplays(replayDeps)
  const fanOuts = createFanOutModel(connection)
  const { giveUpAfterMs } = options.schedule
  const { now } = options
  const fanOut = createFanOut({ connection, feed, fanOuts, webhooks, deliveries, rights, giveUpAfterMs, now })

  let deliverer: Deliverer | undefined

  return {
    handlers: createWebhookHandlers({
      connection,
      webhooks,
      deliveries,
      attempts,
      idempotency: createIdempotency(connection),
      counters: createCounters(connection, 1),
      secrets,
      sendTest: createSendTest(secrets, post),
      findObstacle: createFindObstacle(guard, findAddresses),
      options,
      feed,
      replays,
      onChange: () => deliverer?.list(),
    }),
    prepare: () => fanOut.prepare(),
    start(): Deliverer {
      own(post)
      const running = createRunningReplays({ ...replayDeps, feed, deliveryDeps, end: replays.end })
      const deps = { webhooks, deliveries, feed, rights, deliver, options, log, fanOut, replays: running }
      deliverer = own(createDeliverer(deps))
      return deliverer
    },
  }
}
