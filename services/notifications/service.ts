import { changeTypes } from '../../shared/contract/changes.ts'
import { notifications } from '../../shared/contract/notifications.ts'
import { subscribeToAll } from '../../shared/messaging/subscribe.ts'
import type { Logger } from '../../shared/runtime/log.ts'
import { createMonitor } from '../../shared/runtime/monitor.ts'
import { type ServiceConfig, startService } from '../../shared/runtime/service.ts'
import { createTrust } from '../../shared/runtime/trust.ts'
import { createChangeModel } from './change.model.ts'
import { createFeed } from './feed.ts'
import { createHandlers } from './handlers.ts'
import { createSequence } from './sequence.model.ts'
import { createSequencer, MAX_BATCH } from './sequencer.ts'

/** Starts the service that tells integrators what has changed. */
export function createNotifications(
  config: ServiceConfig,
  log: Logger,
  monitor = createMonitor('notifications'),
): Promise<AsyncDisposable> {
  return startService('notifications', notifications, { config, log, monitor }, (parts) => {
    const { connection, broker, own } = parts
    const changes = createChangeModel(connection)
    const sequence = createSequence(connection)
    return {
      handlers: createHandlers(createFeed(connection, changes, sequence)),
      prepare: () => sequence.prepare(),
      async identify() {
        const { place } = createSequencer(connection, changes, sequence)
        // One process writes at a time: two would only get in each other's way.
        const options = { atOnce: MAX_BATCH, oneProcess: true }
        own(await subscribeToAll(broker, 'notifications.changes', changeTypes, place, options))
        return own(await createTrust(parts)).identify
      },
    }
  })
}
