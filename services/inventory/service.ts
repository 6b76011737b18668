import { eventQueues } from '../../shared/contract/events.ts'
import { contract } from '../../shared/contract/index.ts'
import { createCounters } from '../../shared/database/counters.ts'
import { createIdempotency } from '../../shared/database/idempotency/idempotency.ts'
import { startCompaction } from '../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../shared/database/page-index/page-index.ts'
import { createReconcileResult } from '../../shared/database/reconcile-result.ts'
import { createTokenVerifier } from '../../shared/identity/token-verifier.ts'
import { createOutbox, measureOutbox } from '../../shared/messaging/events/outbox.ts'
import { subscribe } from '../../shared/messaging/events/subscribe.ts'
import type { Logger } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { startService } from '../../shared/service.ts'
import { type InventoryConfig, NO_DIFFERENCE } from './config.ts'
import { createDeps } from './deps.ts'
import { startAllocator } from './documents/allocator/allocator.ts'
import { type ExpirySweep, startExpirySweep } from './documents/allocator/expiry-sweep.ts'
import { documentEvents, stockHooks } from './documents/stock-hooks.ts'
import { createHandlers } from './handlers.ts'
import { createItems } from './masters/items/items.ts'
import { createRegistries } from './masters/registries/registries.ts'
import { createMigrations } from './migrations/migrations.ts'
import { createModels } from './models.ts'
import { createStockEngine } from './stock/engine/stock-engine.ts'
import { createFindPastOperation } from './stock/ledger/ledger.ts'
import { createExpiryZones } from './stock/lots/expiry-zones.ts'
import { warmUpUnlessAlone } from './warm-up.ts'

/** Record numbers taken at once; what a process does not use before it stops is a gap. */
const NUMBERS_PER_BLOCK = 1_000

/** Changed items that are copied at once: they share their commands. */
const LEARNING = { atOnce: 100 }

export interface InventoryOverrides {
  /** false: the ends of reservations are not recorded until a write does it. */
  readonly sweeps?: boolean
  /** Whether the process warms up before it takes its first call, if another process takes calls meanwhile. */
  readonly warmsUp?: boolean
}

/** The warehouse that the input of a list names. */
const warehouseIn = ({ wid, warehouse = wid }: Readonly<Record<string, unknown>>) =>
  typeof warehouse === 'number' ? warehouse : undefined

/** Starts the inventory service; resolves when it takes requests, or allocates if it does nothing else. */
export function createInventory(
  config: InventoryConfig,
  log: Logger,
  monitor = createMonitor('inventory'),
  { sweeps = true, warmsUp = false }: InventoryOverrides = {},
): Promise<AsyncDisposable> {
  return startService(
    'inventory',
    contract.inventory,
    { config, log, monitor },
    ({ connection, broker, call, internalTokens, health, own }) => {
      const models = createModels(connection)
      const idempotency = createIdempotency(connection, createFindPastOperation(models.ledger))
      const outbox = own(createOutbox(connection, broker, log))
      measureOutbox(connection, monitor.registry)
      const keepResult = createReconcileResult(connection, monitor.registry)
      const items = createItems(models.items, call)
      const registries = createRegistries(connection, config.timeZone)
      const expiryZones = createExpiryZones(connection, models.lots, registries)
      const pageIndexes = {
        lots: createPageIndex(connection, models.indexedLists.lots),
        ledger: createPageIndex(connection, models.indexedLists.ledger),
        levels: createPageIndex(connection, models.indexedLists.levels),
      }
      const pageIndexesOfDocuments = new Map(
        Object.values(models.documentLists).map((list) => [list.name, createPageIndex(connection, list)]),
      )
      const counters = createCounters(connection, NUMBERS_PER_BLOCK)
      let expirySweep: ExpirySweep | undefined
      const engine = createStockEngine({
        connection,
        models,
        counters,
        idempotency,
        outbox,
        hooks: stockHooks,
        toDocumentEvents: documentEvents,
        daysOf: registries.daysOf,
        keepsDays: expiryZones.keepsDays,
        findItems: items.findMany,
        onCommit: (effects) => expirySweep?.notice(effects),
      })

      const { countLimits = NO_DIFFERENCE } = config
      const foundation = {
        connection,
        models,
        pageIndexes,
        pageIndexesOfDocuments,
        items,
        registries,
        expiryZones,
        counters,
        engine,
        idempotency,
        call,
        countLimits,
      }
      const deps = createDeps(foundation)

      return {
        handlers: createHandlers({ ...deps, reconcile: keepResult(deps.reconcile) }),
        findDays: (input) => registries.daysOf(warehouseIn(input)),
        migrations: createMigrations({ connection, models, counters, documentEvents, outbox, log }),
        prepare: () => expiryZones.prepare(config.updateStep ?? 'unknown'),
        async identify() {
          const { registry } = monitor
          const { allocator = 'beside' } = config
          if (allocator !== 'off') own(await startAllocator({ engine, models, broker, registry, log }))
          if (allocator === 'alone') return undefined
          if (sweeps) expirySweep = own(startExpirySweep({ ...models, expiryZones }, engine, log))
          for (const pageIndex of [...Object.values(pageIndexes), ...pageIndexesOfDocuments.values()])
            own(startCompaction(pageIndex, log))
          own(await subscribe(broker, eventQueues.items, 'catalog.item.changed', items.learn, LEARNING))
          if (warmsUp) await warmUpUnlessAlone(engine, call, log)
          const tokenVerifier = own(await createTokenVerifier({ call, internalTokens, log, health }))
          return (token: string | undefined) => tokenVerifier.identify(token)
        },
      }
    },
  )
}
