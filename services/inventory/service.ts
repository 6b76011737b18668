import { contract } from '../../shared/contract/index.ts'
import { createOutbox } from '../../shared/messaging/outbox.ts'
import { subscribe } from '../../shared/messaging/subscribe.ts'
import { createCounters } from '../../shared/runtime/counter.ts'
import { createDirectory } from '../../shared/runtime/directory/directory.ts'
import { keepSealing } from '../../shared/runtime/directory/sealing.ts'
import type { Logger } from '../../shared/runtime/log.ts'
import { monitorOutbox } from '../../shared/runtime/measured-database.ts'
import { createMonitor } from '../../shared/runtime/monitor.ts'
import { createOperationLog } from '../../shared/runtime/operation-log.ts'
import { type ServiceConfig, startService } from '../../shared/runtime/service.ts'
import { createTrust } from '../../shared/runtime/trust.ts'
import { createHandlers } from './handlers.ts'
import { createItems } from './items.ts'
import { createLevels } from './levels.ts'
import { createLotTrace } from './lot-trace.ts'
import { createLotView } from './lot-view.ts'
import { createLots } from './lots.ts'
import { createModels } from './models.ts'
import { putOrderLine } from './order-lines.ts'
import { reconcile } from './reconcile.ts'
import { createRegistries } from './registries.ts'
import { createStock } from './stock.ts'
import { createTransactions } from './transactions.ts'

/** Record numbers taken at once; what a process does not use before it stops is a gap. */
const NUMBERS_PER_BLOCK = 50

/** Starts the inventory service; resolves when it takes requests. */
export function createInventory(
  config: ServiceConfig,
  log: Logger,
  monitor = createMonitor('inventory'),
): Promise<AsyncDisposable> {
  return startService(
    'inventory',
    contract.inventory,
    { config, log, monitor },
    ({ connection, broker, call, insiders, health, own }) => {
      const models = createModels(connection)
      const registries = createRegistries(connection)
      const operations = createOperationLog(connection)
      const counters = createCounters(connection, NUMBERS_PER_BLOCK)
      const outbox = own(createOutbox(connection, broker, log))
      monitorOutbox(connection, monitor)
      const items = createItems(models.items, call)
      const describe = createLotView(items, registries)
      const lotDirectory = createDirectory(connection, models.listings.lots)
      const ledgerDirectory = createDirectory(connection, models.listings.ledger)
      const levelDirectory = createDirectory(connection, models.listings.levels)
      const transactions = createTransactions(models.ledger, ledgerDirectory)

      return {
        handlers: createHandlers({
          models,
          items,
          registries,
          operations,
          call,
          describe,
          lots: createLots({ lots: models.lots, directory: lotDirectory, items, registries, describe }),
          transactions,
          trace: createLotTrace(models.lots, describe, transactions),
          levels: createLevels(models, levelDirectory, registries),
          stock: createStock({ connection, models, counters, operations, outbox, tracing: monitor.tracing }),
          putOrderLine: (told, context) => putOrderLine(connection, models, told, context),
          reconcile: ({ deadline }) => reconcile(connection, models, deadline),
        }),
        async identify() {
          own(keepSealing([lotDirectory, ledgerDirectory, levelDirectory], log))
          own(await subscribe(broker, 'inventory.items', 'catalog.item.changed', items.learn))
          const trust = own(await createTrust({ call, insiders, log, health }))
          return (token) => trust.identify(token)
        },
      }
    },
  )
}
