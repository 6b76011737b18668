import type { Connection } from 'mongoose'
import { type PageQuery, requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import {
  ShippingOrder,
  type ShippingProgress,
  type ShippingStatus,
} from '../../../../shared/contract/orders/shipping-orders.ts'
import type { Counters } from '../../../../shared/database/counters.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { toNumber, toQuantity, ZERO } from '../../../../shared/database/quantity.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { ReferenceParts } from '../../registries/references.ts'
import { createDescribeLine } from '../describe-line.ts'
import { findOrder, readOrder } from '../find-order.ts'
import type { OrderQuery } from '../order-access.ts'
import { BY_ORDER_DATE, readOrderPage } from '../order-list.ts'
import type { PartyLookup } from '../parties/parties.ts'
import type { OperationParts } from '../stock-operation.ts'
import { toDetail, toShippingOrder } from './describe.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingFamily,
  shippingLines,
  shippingOrders,
} from './shipping-order.model.ts'
import { findShortages } from './shortages.ts'

export interface ShippingParts extends OperationParts, ReferenceParts {
  readonly connection: Connection
  readonly counters: Counters
  readonly customers: Pick<PartyLookup, 'named' | 'numbersOf'>
  readonly pageIndex: PageIndex
}

export interface ShippingQuery extends OrderQuery {
  readonly customer?: string | undefined
  readonly shortID?: string | undefined
  readonly status?: ShippingStatus | undefined
}

const sortable = Object.keys(ShippingOrder.shape)
const lineSortable = [
  'lineNo',
  'shortID',
  'units',
  'committed',
  'packed',
  'shipped',
  'backordered',
  'canceled',
] as const

/** Reads of shipping orders (docs/orders.md#shipping-orders). */
export function createShippingOrders({ connection, items, registries, customers, pageIndex }: ShippingParts) {
  const orders = shippingOrders.model(connection)
  const lines = shippingLines.model(connection)

  return {
    async list(query: ShippingQuery, context: CallContext) {
      const restrictions = {
        statuses: query.status && [query.status],
        parties: query.customer === undefined ? undefined : await customers.numbersOf(query.customer),
        partNo: query.shortID === undefined ? undefined : ((await items.find(query.shortID, context))?._id ?? NO_ITEM),
      }
      const list = {
        source: orders,
        pageIndex,
        partyField: 'customerNo',
        numberField: 'soNo',
        sortable,
        ...BY_ORDER_DATE,
      } as const
      const { totalCount, found } = await readOrderPage<ShippingOrderRecord>(list, query, restrictions, context.caller)
      return toPage(found.map(toShippingOrder), totalCount, query)
    },

    async get({ soNo }: { soNo: string }, context: CallContext) {
      const { header, lines } = await readOrder(connection, shippingFamily, soNo, context)
      return toDetail(header, lines, await createDescribeLine({ items, registries }, lines))
    },

    async listLines(query: PageQuery & { soNo: string }, { caller, deadline }: CallContext) {
      const { soNo } = query
      await findOrder(connection, shippingFamily, soNo, caller)
      const { field, direction } = requestedSort(query, lineSortable) ?? ({ field: 'lineNo', direction: 1 } as const)
      const sort = { [field]: direction, _id: direction }
      const { totalCount, found } = await readCountedPage<ShippingLineRecord>(lines, { filter: { soNo }, sort }, query)
      const describe = await createDescribeLine({ items, registries }, found)
      const value: ShippingProgress[] = []
      for (const line of found) {
        const isShort = toQuantity(line.backordered).gt(ZERO)
        value.push({
          ...describe(line),
          committed: toNumber(line.committed),
          packed: toNumber(line.packed),
          shipped: toNumber(line.shipped),
          backordered: toNumber(line.backordered),
          canceled: toNumber(line.canceled),
          short: isShort ? await findShortages(connection, line, deadline) : [],
        })
      }
      return toPage(value, totalCount, query)
    },
  }
}

/** No item has this number. */
const NO_ITEM = -1
