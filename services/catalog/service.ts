import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { createCounters } from '../../shared/database/counters.ts'
import { createIdempotency } from '../../shared/database/idempotency/idempotency.ts'
import { startCompaction } from '../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../shared/database/page-index/page-index.ts'
import { createReconcileResult } from '../../shared/database/reconcile-result.ts'
import { createTokenVerifier } from '../../shared/identity/token-verifier.ts'
import { createOutbox, measureOutbox } from '../../shared/messaging/events/outbox.ts'
import type { Logger } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { type ServiceConfig, startService } from '../../shared/service.ts'
import { createCreateItem } from './create-items.ts'
import { createHandlers } from './handlers.ts'
import { unusedStructures } from './migrations/1.4.0-unused-structures.ts'
import { createModels } from './models.ts'
import { createWrite } from './write.ts'

/** Numbers that a process takes at once; those left over when it stops are gaps (docs/decisions/items.md#18). */
const PART_NO_BLOCK = 20

/** Starts the catalog service: items and aliases. */
export function createCatalog(
  config: ServiceConfig,
  log: Logger,
  monitor = createMonitor('catalog'),
): Promise<AsyncDisposable> {
  return startService('catalog', catalog, { config, log, monitor }, (deps) => {
    const { connection, broker, own } = deps
    const models = createModels(connection)
    const counters = createCounters(connection, PART_NO_BLOCK)
    const idempotency = createIdempotency(connection)
    const outbox = own(createOutbox(connection, broker, log))
    measureOutbox(connection, monitor.registry)
    const keepResult = createReconcileResult(connection, monitor.registry)
    const pageIndex = createPageIndex(connection, models.itemList)
    const write = createWrite({ connection, models, idempotency, outbox })
    const nextPartNos = (count: number) => counters.next('partNo', count)
    const createItem = createCreateItem({ connection, models, idempotency, outbox, nextPartNos })
    const handlers = createHandlers({ connection, idempotency, models, pageIndex, createItem, write })
    return {
      handlers: { ...handlers, reconcile: keepResult(handlers.reconcile) },
      migrations: [unusedStructures(connection)],
      async identify() {
        own(startCompaction(pageIndex, log))
        return own(await createTokenVerifier(deps)).identify
      },
    }
  })
}
