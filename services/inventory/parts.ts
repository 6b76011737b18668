import type { Connection } from 'mongoose'
import type { Counters } from '../../shared/database/counters.ts'
import type { Idempotency } from '../../shared/database/idempotency/idempotency.ts'
import type { PageIndex } from '../../shared/database/page-index/page-index.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { createLineActions } from './batch/actions.ts'
import { createBatch } from './batch/batch.ts'
import { countFamily } from './counts/count.model.ts'
import type { CountLimits } from './counts/count-parts.ts'
import { createCounts } from './counts/counts.ts'
import type { StockEngine } from './engine/stock-engine.ts'
import type { IndexedLists } from './indexed-lists.ts'
import type { Items } from './items/items.ts'
import { createLedger } from './ledger/ledger.ts'
import { createLotTrace } from './ledger/lot-trace.ts'
import { createLevels } from './levels/levels.ts'
import { createDescribeLots } from './lots/describe-lots.ts'
import { createLots } from './lots/lots.ts'
import type { Models } from './models.ts'
import { createMovements } from './movements/movements.ts'
import { readPresentNumbers } from './numbers/present-numbers.ts'
import { createPutOrderLine } from './orders/foreign/put-order-line.ts'
import { createOrderNumbers, toNumberedKind } from './orders/order-number.ts'
import { createCustomers, createVendors } from './orders/parties/customers-and-vendors.ts'
import { createAvailableToPromise } from './orders/promise/available-to-promise.ts'
import { createChangeOrder } from './orders/purchase/change-order.ts'
import { createCreateOrder } from './orders/purchase/create-order.ts'
import { createPurchaseOrders } from './orders/purchase/purchase-orders.ts'
import { purchaseFamily } from './orders/purchase-order.model.ts'
import { createRenameNumber } from './orders/rename-number.ts'
import { createReservations } from './orders/reservations/reservations.ts'
import { createShipping } from './orders/shipping/shipping.ts'
import { shippingFamily } from './orders/shipping/shipping-order.model.ts'
import { createWork } from './orders/work/work.ts'
import { workFamily } from './orders/work/work-order.model.ts'
import { createOutcomes } from './outcomes.ts'
import { createExplainLevel } from './reconcile/explain-level.ts'
import { createReconcile } from './reconcile/reconcile.ts'
import type { Registries } from './registries/registries.ts'
import { createRegistryOperations } from './registries/registry-operations.ts'
import { transitFamily } from './transits/transit.model.ts'
import { createTransits } from './transits/transits.ts'

const numberedKinds = [
  toNumberedKind(purchaseFamily),
  toNumberedKind(shippingFamily),
  toNumberedKind(workFamily),
  toNumberedKind(transitFamily),
  toNumberedKind(countFamily),
]

/** What the parts of inventory share. */
interface Foundation {
  readonly connection: Connection
  readonly models: Models
  readonly pageIndexes: Readonly<Record<keyof IndexedLists, PageIndex>>
  readonly items: Items
  readonly registries: Registries
  readonly counters: Counters
  readonly engine: StockEngine
  readonly idempotency: Idempotency
  readonly call: Call
  readonly countLimits: CountLimits
}

/** The parts that answer operations, put together. */
export function createParts({
  connection,
  models,
  pageIndexes,
  items,
  registries,
  counters,
  engine,
  idempotency,
  call,
  countLimits,
}: Foundation) {
  const customers = createCustomers({ connection, counters, engine, idempotency })
  const vendors = createVendors({ connection, counters, engine, idempotency })
  /** What every kind of numbered document needs: orders, transits and counts. */
  const numbers = createOrderNumbers(connection, numberedKinds)
  const documents = { connection, counters, numbers, engine, idempotency, items, registries }
  const purchase = { ...documents, vendors, ledger: models.ledger, pageIndex: pageIndexes.purchaseOrders }
  const describe = createDescribeLots(items, registries, customers.namesOf, (numbers) =>
    readPresentNumbers(connection, numbers),
  )
  const ledger = createLedger(models.ledger, pageIndexes.ledger, items)
  const movements = createMovements({ engine, idempotency, items, registries, lots: models.lots, ledger })
  return {
    lots: createLots({ lots: models.lots, pageIndex: pageIndexes.lots, items, registries, describe }),
    levels: createLevels({ models, pageIndex: pageIndexes.levels, items, registries }),
    ledger,
    trace: createLotTrace(connection, models.lots, describe, ledger),
    explainLevel: createExplainLevel({ connection, models, items, registries, describe }),
    movements,
    batch: createBatch({ engine, idempotency, actions: createLineActions(movements) }),
    reservations: createReservations({
      engine,
      idempotency,
      items,
      registries,
      models,
      pageIndex: pageIndexes.reservations,
    }),
    putOrderLine: createPutOrderLine({ numbers, engine, idempotency, items, registries }),
    reconcile: createReconcile(connection, models, numberedKinds, call),
    registries: createRegistryOperations(registries),
    customers,
    vendors,
    renameNumber: createRenameNumber({
      connection,
      ledger: models.ledger,
      kinds: numberedKinds,
      numbers,
      engine,
      idempotency,
    }),
    availableToPromise: createAvailableToPromise({ connection, models, items, registries }),
    work: createWork({ ...documents, pageIndex: pageIndexes.workOrders }),
    shipping: createShipping({ ...documents, customers, pageIndex: pageIndexes.shippingOrders }),
    transits: createTransits({ ...documents, lots: models.lots, pageIndex: pageIndexes.transits }),
    purchaseOrders: createPurchaseOrders(purchase),
    createPurchaseOrder: createCreateOrder(purchase),
    changePurchaseOrder: createChangeOrder(purchase),
    counts: createCounts({ ...documents, lots: models.lots, pageIndex: pageIndexes.counts, limits: countLimits }),
    outcomes: createOutcomes(idempotency, call),
  }
}

export type Parts = ReturnType<typeof createParts>
