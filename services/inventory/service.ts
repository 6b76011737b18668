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
import { runProcess } from '../../shared/process/run.ts'
import { startService } from '../../shared/service.ts'
import { type InventoryConfig, NO_DIFFERENCE, readInventoryConfig } from './config.ts'
import { type Allocator, startAllocator } from './documents/allocator/allocator.ts'
import { type ExpirySweep, startExpirySweep } from './documents/allocator/expiry-sweep.ts'
import { createDocuments, families } from './documents/families.ts'
import { foreignOrders } from './documents/foreign/order-line.model.ts'
import { createPutOrderLine } from './documents/foreign/put-order-line.ts'
import { createOrderNumbers } from './documents/kit/order-number.ts'
import { createReservations } from './documents/reservations.ts'
import { documentEvents, stockHooks } from './documents/stock-hooks.ts'
import { createMoveIntoTransit } from './documents/transit/move-into-transit.ts'
import { createItems } from './masters/items.ts'
import { createCustomers, createVendors } from './masters/parties.ts'
import { createRegistries } from './masters/registries.ts'
import { createRegistryOperations } from './masters/registry-operations.ts'
import { createMigrations } from './migrations/migrations.ts'
import { createModels } from './models.ts'
import { createAvailableToPromise } from './reads/atp/available-to-promise.ts'
import { createDescribeEntries } from './reads/described-entries.ts'
import { createExplainLevel } from './reads/explain-level.ts'
import { createLotTrace } from './reads/lot-trace.ts'
import { createGetOperation } from './reads/outcomes.ts'
import { createReconcile } from './reads/reconcile/reconcile.ts'
import { createSearch } from './reads/search/search.ts'
import { createBatch } from './stock/batch/batch.ts'
import { createImportHistory } from './stock/batch/import-history.ts'
import { createLineActions } from './stock/batch/lines.ts'
import { createStockEngine } from './stock/engine/stock-engine.ts'
import { createFindPastOperation, createLedger } from './stock/ledger/ledger.ts'
import { createLevels } from './stock/levels/levels.ts'
import { createDescribeLots } from './stock/lots/describe-lots.ts'
import { createExpiryZones } from './stock/lots/expiry-zones.ts'
import { createLots } from './stock/lots/lots.ts'
import { createMovements } from './stock/movements/movements.ts'
import { createReorderPoints } from './stock/reorder-points.ts'
import { reservationList } from './stock/reservations/records/reservation.model.ts'
import { createStockOperation, dryRunsOf } from './stock/stock-operation.ts'
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

export function run(): Promise<void> {
  const config = readInventoryConfig(process.env, process.argv)
  return runProcess('inventory', config, (log, monitor) => createInventory(config, log, monitor, { warmsUp: true }))
}

/**
 * Starts the inventory service; resolves when it takes requests, or allocates if it does nothing else. It is built in
 * this order: what it stores, the engine that changes stock, the operations, and what runs beside them.
 */
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
      const counters = createCounters(connection, NUMBERS_PER_BLOCK)
      const items = createItems(models.items, call, counters)
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
      const pageIndexOf = ({ name }: { readonly name: string }) => {
        const pageIndex = pageIndexesOfDocuments.get(name)
        if (!pageIndex) throw new Error(`The list ${name} has no page index`)
        return pageIndex
      }

      let expirySweep: ExpirySweep | undefined
      let allocating: Allocator | undefined
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
        onCommit(effects) {
          expirySweep?.notice(effects)
          allocating?.notice(effects)
        },
      })

      const writes = { engine, idempotency, items, registries }
      const partyDeps = { connection, counters, operation: createStockOperation(writes) }
      const [customers, vendors] = [createCustomers(partyDeps), createVendors(partyDeps)]
      const numberedKinds = families.map(({ numbered }) => numbered)
      const numbers = createOrderNumbers(connection, counters, numberedKinds, foreignOrders)
      const documentDeps = {
        ...writes,
        connection,
        numbers,
        vendors,
        customers,
        ledger: models.ledger,
        lots: models.lots,
        countLimits: config.countLimits ?? NO_DIFFERENCE,
        pageIndexOf,
      }
      const documents = createDocuments(documentDeps)
      const moveIntoTransit = createMoveIntoTransit(documentDeps)
      const reservations = createReservations({ ...writes, models, pageIndex: pageIndexOf(reservationList) })
      const ledger = createLedger(models.ledger, pageIndexes.ledger, items)
      const { prepare, ...movements } = createMovements({ ...writes, lots: models.lots, ledger })
      const reorderPoints = createReorderPoints({ ...writes, points: models.reorderPoints })
      const describe = createDescribeLots(items, registries, customers.namesOf)
      const reads = { connection, models, items, registries, families }

      return {
        handlers: {
          ...documents,
          ...dryRunsOf(documents),
          ...reservations,
          ...dryRunsOf(reservations),
          ...movements,
          move: (input, context) => (input.transit ? moveIntoTransit.move : movements.move)(input, context),
          previewMove: (input, context) =>
            (input.transit ? moveIntoTransit.previewMove : movements.previewMove)(input, context),
          ...createBatch({ engine, idempotency, actions: createLineActions(prepare) }),
          importHistory: createImportHistory(writes),
          putOrderLine: createPutOrderLine({ ...writes, numbers }),
          ...reorderPoints,
          ...dryRunsOf(reorderPoints),
          ...createRegistryOperations(registries, expiryZones.follow),
          ...customers.operations,
          ...dryRunsOf(customers.operations),
          ...vendors.operations,
          ...dryRunsOf(vendors.operations),
          ...createLots({ lots: models.lots, pageIndex: pageIndexes.lots, items, registries, describe }),
          ...createLotTrace(connection, models.lots, describe, ledger),
          ...createLevels({ models, pageIndex: pageIndexes.levels, items, registries }),
          listTransactions: ledger.list,
          search: createSearch({ ...reads, pageIndexOf }),
          explainLevel: createExplainLevel({ ...reads, describe }),
          getAvailableToPromise: createAvailableToPromise(reads),
          describeEntries: createDescribeEntries(connection, models.ledger, models.lots, registries.daysOf),
          getOperation: createGetOperation(idempotency, call),
          reconcile: keepResult(createReconcile(connection, models, families, numberedKinds, call)),
        },
        findDays: (input) => registries.daysOf(warehouseIn(input)),
        migrations: createMigrations({ connection, models, counters, documentEvents, outbox, log }),
        prepare: () => expiryZones.prepare(config.updateStep ?? 'unknown'),
        async identify() {
          const { registry } = monitor
          const { allocator = 'beside' } = config
          if (allocator !== 'off') allocating = own(await startAllocator({ engine, models, broker, registry, log }))
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

/** The warehouse that the input of a list names. */
const warehouseIn = ({ wid, warehouse = wid }: Readonly<Record<string, unknown>>) =>
  typeof warehouse === 'number' ? warehouse : undefined
