import { createCounters } from '../../../shared/runtime/counter.ts'
import type { Monitor } from '../../../shared/runtime/monitor.ts'
import { createOperationLog } from '../../../shared/runtime/operation-log.ts'
import type { ServiceParts } from '../../../shared/runtime/service.ts'
import type { Feed } from '../feed.ts'
import { createAddressGuard, type Network } from './address-guard.ts'
import { createAttemptModel } from './attempt.model.ts'
import { createClientRights } from './client-rights.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'
import { createDeliveryModel } from './delivery.model.ts'
import { createDeliver } from './delivery.ts'
import { type DeliveryOptions, defaultDeliveryOptions } from './delivery-options.ts'
import { createFanOutModel } from './fan-out.model.ts'
import { createFanOut } from './fan-out.ts'
import { createFindAddresses, type FindAddresses } from './host-addresses.ts'
import { monitorDeliveries } from './measured-deliveries.ts'
import { createPost } from './post.ts'
import { createWebhookSecrets } from './signature.ts'
import { createStanding } from './standing.ts'
import { createSendTest } from './test-message.ts'
import { createWebhookModel } from './webhook.model.ts'
import { createWebhookHandlers } from './webhook-handlers.ts'

/** What tests choose for themselves. */
export interface WebhookOverrides {
  readonly options?: Partial<DeliveryOptions>
  readonly findAddresses?: FindAddresses
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
  const post = createPost({ guard, findAddresses: overrides.findAddresses ?? createFindAddresses() })
  const count = monitorDeliveries(deliveries, monitor)
  const standing = createStanding(webhooks, options.failingDays)
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
      operations: createOperationLog(connection),
      counters: createCounters(connection, 1),
      secrets,
      sendTest: createSendTest(attempts, secrets, post),
    }),
    prepare: () => fanOut.prepare(),
    start(): Deliverer {
      own({ [Symbol.asyncDispose]: async () => post[Symbol.dispose]() })
      return own(createDeliverer({ webhooks, deliveries, feed, rights, deliver, options, log, fanOut }))
    },
  }
}
