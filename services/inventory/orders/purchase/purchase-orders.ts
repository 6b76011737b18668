import { type PageQuery, toPage } from '../../../../shared/contract/core/paging.ts'
import { withinScope } from '../../../../shared/contract/inventory/inventory.ts'
import { LineProgress, PurchaseOrder, type PurchaseStatus } from '../../../../shared/contract/orders/purchase-orders.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { LedgerModel, LedgerRecord } from '../../ledger/ledger.model.ts'
import { ledgerSort } from '../../ledger/ledger.ts'
import { toLedgerEntry } from '../../ledger/ledger-entry.ts'
import { readPresentEntries } from '../../ledger/present-entries.ts'
import { readNumbersOf } from '../../numbers/present-numbers.ts'
import { createDescribeLine } from '../describe-line.ts'
import { findOrder, readOrder } from '../find-order.ts'
import { toLinePage } from '../line-list.ts'
import type { OrderQuery } from '../order-access.ts'
import { BY_ORDER_DATE, readOrderPage } from '../order-list.ts'
import type { PartyLookup } from '../parties/parties.ts'
import { type PurchaseOrderRecord, purchaseFamily, purchaseOrders } from '../purchase-order.model.ts'
import type { DocumentParts } from '../stock-operation.ts'
import { toDetail, toProgress, toPurchaseOrder } from './describe-order.ts'

export interface PurchaseParts extends DocumentParts {
  readonly vendors: PartyLookup
  readonly ledger: LedgerModel
  readonly pageIndex: PageIndex
}

export interface PurchaseQuery extends OrderQuery {
  readonly vendor?: string | undefined
  readonly shortID?: string | undefined
  readonly status?: PurchaseStatus | undefined
}
export type PartsQuery = PageQuery & { readonly poNo: string }

const sortable = Object.keys(PurchaseOrder.shape)
const lineFields = LineProgress.keyof().options
const OPEN: readonly PurchaseStatus[] = ['Open', 'Partial']

/** Reads of purchase orders (docs/orders.md#purchase-orders). */
export function createPurchaseOrders({ connection, items, registries, vendors, ledger, pageIndex }: PurchaseParts) {
  const orders = purchaseOrders.model(connection)

  const list = async (query: PurchaseQuery, statuses: readonly PurchaseStatus[] | undefined, context: CallContext) => {
    const restrictions = {
      statuses: query.status === undefined ? statuses : [query.status],
      parties: query.vendor === undefined ? undefined : await vendors.numbersOf(query.vendor),
      partNo: query.shortID === undefined ? undefined : ((await items.find(query.shortID, context))?._id ?? NO_ITEM),
    }
    const list = {
      source: orders,
      pageIndex,
      partyField: 'vendorNo',
      numberField: 'poNo',
      sortable,
      ...BY_ORDER_DATE,
    } as const
    const { totalCount, found } = await readOrderPage<PurchaseOrderRecord>(list, query, restrictions, context.caller)
    return toPage(found.map(toPurchaseOrder), totalCount, query)
  }

  return {
    listOpen: (query: PurchaseQuery, context: CallContext) => list(query, OPEN, context),
    listAll: (query: PurchaseQuery, context: CallContext) => list(query, undefined, context),

    async get({ poNo }: { poNo: string }, context: CallContext) {
      const { header, lines } = await readOrder(connection, purchaseFamily, poNo, context)
      return toDetail(header, lines, await createDescribeLine({ items, registries }, lines))
    },

    async lines(query: PartsQuery, context: CallContext) {
      const { lines } = await readOrder(connection, purchaseFamily, query.poNo, context)
      const { value, ...page } = toLinePage(query, lines, toProgress, lineFields)
      return { ...page, value: value.map(({ answer }) => answer) }
    },

    async receipts(query: PartsQuery, { caller }: CallContext) {
      const [reference] = await Promise.all([
        readNumbersOf(connection, query.poNo).then(($in) => ({ $in })),
        findOrder(connection, purchaseFamily, query.poNo, caller),
      ])
      const filter = {
        reference,
        type: { $in: ['receive', 'reverse'] },
        figures: { $elemMatch: { figure: 'onOrder', reference } },
        ...(query.modifiedSince && { at: { $gte: new Date(query.modifiedSince) } }),
      }
      const { sort } = ledgerSort(query)
      const { totalCount, found } = await readCountedPage<LedgerRecord>(ledger, { filter, sort }, query)
      return toPage(
        (await readPresentEntries(connection, found)).map((entry) => withinScope(toLedgerEntry(entry), 'all')),
        totalCount,
        query,
      )
    },
  }
}

/** No item has this number. */
const NO_ITEM = -1
