import { createCounters } from '../../../shared/database/counters.ts'
import { createIdempotency } from '../../../shared/database/idempotency.ts'
import type { Monitor } from '../../../shared/process/monitor.ts'
import type { ServiceParts } from '../../../shared/service.ts'
import type { Feed } from '../feed/feed.ts'
import { createClientRights } from './client-rights.ts'
import { createAttemptModel } from './delivery/attempt.model.ts'
import { createDeliverer, type Deliverer } from './delivery/deliverer.ts'
import { createDeliveryModel } from './delivery/delivery.model.ts'
import { createDeliver } from './delivery/delivery.ts'
import { monitorDeliveries } from './delivery/delivery-metrics.ts'
import { type DeliveryOptions, defaultDeliveryOptions } from './delivery/delivery-options.ts'
import { createEndpointHealth } from './delivery/endpoint-health.ts'
import { createFanOutModel } from './delivery/fan-out.model.ts'
import { createFanOut } from './delivery/fan-out.ts'
import { createAddressGuard, type Network } from './http/address-guard.ts'
import { createFindAddresses, type FindAddresses } from './http/host-addresses.ts'
import { createPost } from './http/post.ts'
import { createWebhookSecrets } from './http/signature.ts'
import { createSendTest } from './test-message.ts'
import { createWebhookModel } from './webhook.model.ts'
import { createWebhookHandlers } from './webhook-handlers.ts'

/** What tests choose for themselves. */
export interface WebhookOverrides {
  readonly options?: Partial<DeliveryOptions>
  readonly findAddresses?: FindAddresses
  /** Certificate authorities (PEM) of receivers. */
  readonly ca?: string
}

interface WebhookServiceParts {
  readonly service: ServiceParts
  readonly feed: Feed
  readonly monitor: Monitor
  readonly secret: Buffer
  readonly allowedNetworks: readonly Network[]
  readonly overrides: WebhookOverrides
}

/** Puts the parts of webhooks together; deliveries begin with `start`. */
export function createWebhookService({
  service,
  feed,
  monitor,
  secret,
  allowedNetworks,
  overrides,
}: WebhookServiceParts) {
  const { connection, call, log, own } = service
  const options = { ...defaultDeliveryOptions, ...overrides.options }
  const webhooks = createWebhookModel(connection)
  const deliveries = createDeliveryModel(connection)
  const attempts = createAttemptModel(connection)
  const secrets = createWebhookSecrets(secret)
  const rights = createClientRights(call)
  const guard = createAddressGuard(allowedNetworks)
  const post = createPost({ guard, findAddresses: overrides.findAddresses ?? createFindAddresses(), ca: overrides.ca })
  const count = monitorDeliveries(deliveries, monitor)
  const standing = createEndpointHealth(webhooks, options.failingDays)
  const deliver = createDeliver({ deliveries, attempts, standing, secrets, post, options, count })
  const { schedule, now } = options
  const fanOut = createFanOut({
    connection,
    feed,
    fanOuts: createFanOutModel(connection),
    webhooks,
    deliveries,
    rights,
    giveUpAfterMs: schedule.giveUpAfterMs,
    now,
  })

  return {
    handlers: createWebhookHandlers({
      connection,
      models: { webhooks, deliveries, attempts },
      idempotency: createIdempotency(connection),
      counters: createCounters(connection, 1),
      secrets,
      sendTest: createSendTest(attempts, secrets, post),
    }),
    prepare: () => fanOut.prepare(),
    start(): Deliverer {
      own(post)
      return own(createDeliverer({ webhooks, deliveries, feed, rights, deliver, options, log, fanOut }))
    },
  }
}
