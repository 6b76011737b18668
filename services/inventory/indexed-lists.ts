import type { Connection } from 'mongoose'
import { createIndexedList, type IndexedList } from '../../shared/database/page-index/indexed-list.ts'
import { reservationList } from './claims/reservation.model.ts'
import { countList } from './counts/count.model.ts'
import { purchaseOrderList } from './orders/purchase-order.model.ts'
import { shippingOrderList } from './orders/shipping/shipping-order.model.ts'
import { workOrderList } from './orders/work/work-order.model.ts'
import { transitList } from './transits/transit.model.ts'

/** The lists with a page index. */
export interface IndexedLists {
  readonly lots: IndexedList<Date>
  readonly ledger: IndexedList<Date>
  readonly levels: IndexedList<number>
  readonly purchaseOrders: IndexedList<Date>
  readonly shippingOrders: IndexedList<Date>
  readonly workOrders: IndexedList<Date>
  readonly reservations: IndexedList<Date>
  readonly transits: IndexedList<Date>
  readonly counts: IndexedList<Date>
}

export function createIndexedLists(connection: Connection): IndexedLists {
  return {
    lots: createIndexedList(connection, {
      name: 'lotPageIndex',
      collection: 'lots',
      keyField: 'received',
      partitionFields: ['wid'],
      lowestKey: new Date(0),
    }),
    ledger: createIndexedList(connection, {
      name: 'ledgerPageIndex',
      collection: 'ledger',
      keyField: 'at',
      partitionFields: ['wids'],
      lowestKey: new Date(0),
    }),
    levels: createIndexedList(connection, {
      name: 'levelPageIndex',
      collection: 'levels',
      keyField: '_id',
      partitionFields: ['wids'],
      lowestKey: 0,
    }),
    purchaseOrders: createIndexedList(connection, purchaseOrderList),
    shippingOrders: createIndexedList(connection, shippingOrderList),
    workOrders: createIndexedList(connection, workOrderList),
    reservations: createIndexedList(connection, reservationList),
    transits: createIndexedList(connection, transitList),
    counts: createIndexedList(connection, countList),
  }
}
