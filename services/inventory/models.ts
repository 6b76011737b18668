import type { Connection } from 'mongoose'
import { packs } from './claims/pack.model.ts'
import { reservations } from './claims/reservation.model.ts'
import { countLines, counts } from './counts/count.model.ts'
import { createIndexedLists } from './indexed-lists.ts'
import { createItemModel } from './items/item.model.ts'
import { createLedgerModel } from './ledger/ledger.model.ts'
import { createLevelModel } from './levels/level.model.ts'
import { createLotModel } from './lots/lot.model.ts'
import { corrections } from './movements/cell.ts'
import { takenNumbers } from './numbers/taken-number.model.ts'
import { orderLines } from './orders/order-line.model.ts'
import { purchaseLines, purchaseOrders } from './orders/purchase-order.model.ts'
import { shippingLines, shippingOrders } from './orders/shipping/shipping-order.model.ts'
import { workLines, workOrders } from './orders/work/work-order.model.ts'
import { transitLines, transits } from './transits/transit.model.ts'

/** Everything that inventory keeps, but for its registries. */
export function createModels(connection: Connection) {
  const indexedLists = createIndexedLists(connection)
  return {
    items: createItemModel(connection),
    ledger: createLedgerModel(connection),
    levels: createLevelModel(connection),
    indexedLists,
    corrections: corrections.model(connection),
    countLines: countLines.model(connection),
    counts: counts.model(connection),
    documentLists: {
      [counts.name]: indexedLists.counts,
      [purchaseOrders.name]: indexedLists.purchaseOrders,
      [shippingOrders.name]: indexedLists.shippingOrders,
      [workOrders.name]: indexedLists.workOrders,
      [reservations.name]: indexedLists.reservations,
      [transits.name]: indexedLists.transits,
    },
    lots: createLotModel(connection),
    orderLines: orderLines.model(connection),
    takenNumbers: takenNumbers.model(connection),
    packs: packs.model(connection),
    reservations: reservations.model(connection),
    shippingLines: shippingLines.model(connection),
    shippingOrders: shippingOrders.model(connection),
    purchaseOrders: purchaseOrders.model(connection),
    purchaseLines: purchaseLines.model(connection),
    workLines: workLines.model(connection),
    workOrders: workOrders.model(connection),
    transits: transits.model(connection),
    transitLines: transitLines.model(connection),
  }
}

export type Models = ReturnType<typeof createModels>
