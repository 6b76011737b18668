import type { Connection } from 'mongoose'
import type { Counters } from '../../shared/database/counters.ts'
import type { Idempotency } from '../../shared/database/idempotency/idempotency.ts'
import type { PageIndex } from '../../shared/database/page-index/page-index.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { createDocuments, families } from './documents/families.ts'
import { foreignOrders } from './documents/foreign/foreign-orders.ts'
import { createPutOrderLine } from './documents/foreign/put-order-line.ts'
import type { CountLimits } from './documents/kit/document-deps.ts'
import { createOrderNumbers } from './documents/kit/numbers/order-number.ts'
import { createReservations } from './documents/reservation/reservations.ts'
import { createMoveIntoTransit } from './documents/transit/move-into-transit.ts'
import type { IndexedLists } from './indexed-lists.ts'
import type { Items } from './masters/items/items.ts'
import { createCustomers, createVendors } from './masters/parties/customers-and-vendors.ts'
import type { Registries } from './masters/registries/registries.ts'
import { createRegistryOperations } from './masters/registries/registry-operations.ts'
import type { Models } from './models.ts'
import { createAvailableToPromise } from './reads/atp/available-to-promise.ts'
import { createDescribeEntries } from './reads/described-entries.ts'
import { createExplainLevel } from './reads/explain-level.ts'
import { createLotTrace } from './reads/lot-trace.ts'
import { createOutcomes } from './reads/outcomes.ts'
import { createReadLevels } from './reads/read-levels.ts'
import { createReconcile } from './reads/reconcile/reconcile.ts'
import { createSearch } from './reads/search/search.ts'
import { createLineActions } from './stock/batch/actions.ts'
import { createBatch } from './stock/batch/batch.ts'
import type { StockEngine } from './stock/engine/stock-engine.ts'
import { createImportHistory } from './stock/history/import-history.ts'
import { createLedger } from './stock/ledger/ledger.ts'
import { createLevels } from './stock/levels/levels.ts'
import { createDescribeLots } from './stock/lots/describe-lots.ts'
import type { ExpiryZones } from './stock/lots/expiry-zones.ts'
import { createLots } from './stock/lots/lots.ts'
import { createMovements } from './stock/movements/movements.ts'
import { createReorderPoints } from './stock/reorder/reorder-points.ts'
import { reservationList } from './stock/reservations/records/reservation.model.ts'
import { createStockOperation } from './stock/stock-operation.ts'

const numberedKinds = families.map(({ numbered }) => numbered)

/** What all operations of inventory share. */
interface Foundation {
  readonly connection: Connection
  readonly models: Models
  readonly pageIndexes: Readonly<Record<keyof IndexedLists, PageIndex>>
  readonly pageIndexesOfDocuments: ReadonlyMap<string, PageIndex>
  readonly items: Items
  readonly registries: Registries
  readonly expiryZones: ExpiryZones
  readonly counters: Counters
  readonly engine: StockEngine
  readonly idempotency: Idempotency
  readonly call: Call
  readonly countLimits: CountLimits
}

/** The operations, put together. */
export function createDeps({
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
}: Foundation) {
  const parties = { connection, counters, operation: createStockOperation({ engine, idempotency }) }
  const customers = createCustomers(parties)
  const vendors = createVendors(parties)
  /** What every kind of numbered document needs: orders, transits and counts. */
  const numbers = createOrderNumbers(connection, numberedKinds, foreignOrders)
  const pageIndexOf = ({ name }: { readonly name: string }) => {
    const pageIndex = pageIndexesOfDocuments.get(name)
    if (!pageIndex) throw new Error(`The list ${name} has no page index`)
    return pageIndex
  }
  const documents = {
    connection,
    counters,
    numbers,
    engine,
    idempotency,
    items,
    registries,
    vendors,
    customers,
    ledger: models.ledger,
    lots: models.lots,
    countLimits,
    pageIndexOf,
  }
  const describe = createDescribeLots(items, registries, customers.namesOf)
  const ledger = createLedger(models.ledger, pageIndexes.ledger, items)
  const movements = createMovements({ engine, idempotency, items, registries, lots: models.lots, ledger })
  return {
    lots: createLots({ lots: models.lots, pageIndex: pageIndexes.lots, items, registries, describe }),
    levels: createLevels({ models, pageIndex: pageIndexes.levels, items, registries }),
    ledger,
    trace: createLotTrace(connection, models.lots, describe, ledger),
    describeEntries: createDescribeEntries(connection, models.ledger, models.lots, registries.daysOf),
    readLevels: createReadLevels(models.levels),
    search: createSearch({ connection, pageIndexOf, models, items, registries, families }),
    explainLevel: createExplainLevel({ connection, models, items, registries, describe, families }),
    movements,
    importHistory: createImportHistory({ engine, idempotency, items, registries }),
    batch: createBatch({ engine, idempotency, actions: createLineActions(movements) }),
    reservations: createReservations({
      engine,
      idempotency,
      items,
      registries,
      models,
      pageIndex: pageIndexOf(reservationList),
    }),
    reorderPoints: createReorderPoints({ engine, idempotency, items, registries, points: models.reorderPoints }),
    putOrderLine: createPutOrderLine({ numbers, engine, idempotency, items, registries }),
    reconcile: createReconcile(connection, models, families, numberedKinds, call),
    registries: createRegistryOperations(registries, expiryZones.follow),
    customers,
    vendors,
    availableToPromise: createAvailableToPromise({ connection, models, items, registries, families }),
    moveIntoTransit: createMoveIntoTransit(documents),
    documents: createDocuments(documents),
    outcomes: createOutcomes(idempotency, call),
  }
}

export type Deps = ReturnType<typeof createDeps>
