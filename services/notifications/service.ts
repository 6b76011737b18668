import { eventQueues } from '../../shared/contract/events.ts'
import { changeReaderOf, feedTypes } from '../../shared/contract/notifications/changes.ts'
import { DEFAULT_CHANGES, notifications } from '../../shared/contract/notifications/notifications.ts'
import { createCounters } from '../../shared/database/counters.ts'
import { createIdempotency } from '../../shared/database/idempotency/idempotency.ts'
import { createTokenVerifier } from '../../shared/identity/token-verifier.ts'
import { subscribeToAll } from '../../shared/messaging/events/subscribe.ts'
import type { Logger } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { runProcess } from '../../shared/process/run.ts'
import { startService } from '../../shared/service.ts'
import { type NotificationsConfig, readNotificationsConfig } from './config.ts'
import { createChangeModel } from './feed/change.model.ts'
import { createFeed } from './feed/feed.ts'
import { createSequence } from './feed/sequence.model.ts'
import { createSequencer, MAX_BATCH, measureFeedDelay, measureFeedLag } from './feed/sequencer.ts'
import { entriesWithLevels } from './migrations/1.1.0-entries-with-levels.ts'
import { createWebhookHandlers } from './webhook-handlers.ts'
import { createAttemptModel } from './webhooks/delivery/attempts.ts'
import { createDeliverer, type Deliverer } from './webhooks/delivery/deliverer.ts'
import { createDeliveryModel, createReplayDeliveryModel } from './webhooks/delivery/delivery.model.ts'
import { createDeliver, monitorDeliveries } from './webhooks/delivery/delivery.ts'
import { type DeliveryOptions, defaultDeliveryOptions } from './webhooks/delivery/delivery-options.ts'
import { createFanOut, createFanOutModel } from './webhooks/delivery/fan-out.ts'
import { createSendTest } from './webhooks/delivery/test-message.ts'
import {
  createAddressGuard,
  createFindAddresses,
  createFindObstacle,
  type FindAddresses,
} from './webhooks/endpoints/address-guard.ts'
import { createClientRights } from './webhooks/endpoints/client-rights.ts'
import { createEndpointHealth } from './webhooks/endpoints/endpoint-health.ts'
import { createPost } from './webhooks/endpoints/post.ts'
import { createWebhookModel } from './webhooks/endpoints/webhook.model.ts'
import { createWebhookSecrets } from './webhooks/endpoints/webhook-secrets.ts'
import { createReplayModel } from './webhooks/replay/replay.model.ts'
import { createReplays } from './webhooks/replay/replays.ts'
import { createRunningReplays } from './webhooks/replay/running-replays.ts'

export function run(): Promise<void> {
  const config = readNotificationsConfig(process.env, process.argv)
  return runProcess('notifications', config, (log, monitor) => createNotifications(config, log, monitor))
}

/** Replacements for tests. */
export interface WebhookOverrides {
  readonly options?: Partial<DeliveryOptions>
  readonly findAddresses?: FindAddresses
  /** Certificate authorities (PEM) of receivers. */
  readonly ca?: string
}

/** Starts the service that publishes changes to integrators: the feed and webhooks. */
export function createNotifications(
  config: NotificationsConfig,
  log: Logger,
  monitor = createMonitor('notifications'),
  { findAddresses = createFindAddresses(), ca, ...overrides }: WebhookOverrides = {},
): Promise<AsyncDisposable> {
  return startService('notifications', notifications, { config, log, monitor }, (deps) => {
    const { connection, broker, call, own } = deps
    const changes = createChangeModel(connection)
    const sequence = createSequence(connection)
    measureFeedLag(sequence, monitor.registry)
    const feed = createFeed(connection, changes, sequence)

    const options = { ...defaultDeliveryOptions, ...overrides.options }
    const webhooks = createWebhookModel(connection)
    const deliveries = createDeliveryModel(connection)
    const attempts = createAttemptModel(connection)
    const secrets = createWebhookSecrets(config.storageSecret)
    const rights = createClientRights(call)
    const guard = createAddressGuard(config.allowedNetworks)
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
    const startDeliveries = () => {
      own(post)
      const running = createRunningReplays({ ...replayDeps, feed, deliveryDeps, end: replays.end })
      deliverer = own(
        createDeliverer({ webhooks, deliveries, feed, rights, deliver, options, log, fanOut, replays: running }),
      )
      return deliverer
    }

    return {
      handlers: {
        async listChanges({ since = 0, limit = DEFAULT_CHANGES }, { caller }) {
          const from = since === 'latest' ? await feed.end() : since
          return feed.read(from, limit, changeReaderOf(caller))
        },
        readEvents: ({ since, limit }) => feed.readEvents(since, limit),
        readTimes: ({ sequence }) => feed.times(sequence),
        ...createWebhookHandlers({
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
      },
      migrations: [entriesWithLevels(changes)],
      async prepare() {
        await sequence.prepare()
        await fanOut.prepare()
      },
      async identify() {
        const { wake } = startDeliveries()
        const sequencer = createSequencer(connection, changes, sequence)
        const append = measureFeedDelay((event) => sequencer.append(event).then(wake), monitor.registry)
        // One process at a time: two would only conflict.
        const subscription = { atOnce: MAX_BATCH, oneProcess: true }
        own(await subscribeToAll(broker, eventQueues.changes, feedTypes, append, subscription))
        return own(await createTokenVerifier(deps)).identify
      },
    }
  })
}
