import { type PageQuery, toPage } from '../../../../shared/contract/core/paging.ts'
import {
  ShippingOrder,
  ShippingProgress,
  type ShippingStatus,
} from '../../../../shared/contract/orders/shipping-orders.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber } from '../../records/quantity.ts'
import { createDescribeLine } from '../describe-line.ts'
import { readOrder } from '../find-order.ts'
import { toLinePage } from '../line-list.ts'
import type { OrderQuery } from '../order-access.ts'
import { BY_ORDER_DATE, readOrderPage } from '../order-list.ts'
import type { PartyLookup } from '../parties/parties.ts'
import type { DocumentParts } from '../stock-operation.ts'
import { toDetail, toShippingOrder } from './describe.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingFamily,
  shippingOrders,
} from './shipping-order.model.ts'
import { findShortages } from './shortages.ts'

export interface ShippingParts extends DocumentParts {
  readonly customers: Pick<PartyLookup, 'named' | 'numbersOf'>
  readonly pageIndex: PageIndex
}

export interface ShippingQuery extends OrderQuery {
  readonly customer?: string | undefined
  readonly shortID?: string | undefined
  readonly status?: ShippingStatus | undefined
}

const sortable = Object.keys(ShippingOrder.shape)
const lineSortable = ShippingProgress.omit({ short: true }).keyof().options

/** Reads of shipping orders (docs/orders.md#shipping-orders). */
export function createShippingOrders({ connection, items, registries, customers, pageIndex }: ShippingParts) {
  const orders = shippingOrders.model(connection)

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

    async listLines(query: PageQuery & { soNo: string }, context: CallContext) {
      const { lines } = await readOrder(connection, shippingFamily, query.soNo, context)
      const describe = await createDescribeLine({ items, registries }, lines)
      const toProgress = (line: ShippingLineRecord) => ({
        ...describe(line),
        committed: toNumber(line.committed),
        packed: toNumber(line.packed),
        shipped: toNumber(line.shipped),
        backordered: toNumber(line.backordered),
        canceled: toNumber(line.canceled),
      })
      const { value: listed, ...page } = toLinePage(query, lines, toProgress, lineSortable)
      const value: ShippingProgress[] = []
      for (const { line, answer } of listed) {
        const short = answer.backordered > 0 ? await findShortages(connection, line, context.deadline) : []
        value.push({ ...answer, short })
      }
      return { ...page, value }
    },
  }
}

/** No item has this number. */
const NO_ITEM = -1
