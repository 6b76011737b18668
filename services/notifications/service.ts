import { eventQueues } from '../../shared/contract/events.ts'
import { changeReaderOf, feedTypes } from '../../shared/contract/notifications/changes.ts'
import { DEFAULT_CHANGES, notifications } from '../../shared/contract/notifications/notifications.ts'
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
import { createWebhookService, type WebhookOverrides } from './webhooks/webhook-service.ts'

export function run(): Promise<void> {
  const config = readNotificationsConfig(process.env, process.argv)
  return runProcess('notifications', config, (log, monitor) => createNotifications(config, log, monitor))
}

/** Starts the service that publishes changes to integrators: the feed and webhooks. */
export function createNotifications(
  config: NotificationsConfig,
  log: Logger,
  monitor = createMonitor('notifications'),
  overrides: WebhookOverrides = {},
): Promise<AsyncDisposable> {
  return startService('notifications', notifications, { config, log, monitor }, (deps) => {
    const { connection, broker, own } = deps
    const changes = createChangeModel(connection)
    const sequence = createSequence(connection)
    measureFeedLag(sequence, monitor.registry)
    const feed = createFeed(connection, changes, sequence)
    const { storageSecret: secret, allowedNetworks } = config
    const webhooks = createWebhookService({ service: deps, feed, monitor, secret, allowedNetworks, overrides })
    return {
      handlers: {
        async listChanges({ since = 0, limit = DEFAULT_CHANGES }, { caller }) {
          const from = since === 'latest' ? await feed.end() : since
          return feed.read(from, limit, changeReaderOf(caller))
        },
        readEvents: ({ since, limit }) => feed.readEvents(since, limit),
        readTimes: ({ sequence }) => feed.times(sequence),
        ...webhooks.handlers,
      },
      migrations: [entriesWithLevels(changes)],
      async prepare() {
        await sequence.prepare()
        await webhooks.prepare()
      },
      async identify() {
        const deliverer = webhooks.start()
        const sequencer = createSequencer(connection, changes, sequence)
        const append = measureFeedDelay((event) => sequencer.append(event).then(deliverer.wake), monitor.registry)
        // One process at a time: two would only conflict.
        const options = { atOnce: MAX_BATCH, oneProcess: true }
        own(await subscribeToAll(broker, eventQueues.changes, feedTypes, append, options))
        return own(await createTokenVerifier(deps)).identify
      },
    }
  })
}
