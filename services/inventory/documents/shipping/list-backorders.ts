import { warehouseScope } from '../../../../shared/contract/core/access.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { type PageQuery, toPage } from '../../../../shared/contract/core/paging.ts'
import type { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { Backorder } from '../../../../shared/contract/orders/backorders.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, toStored, ZERO } from '../../../../shared/quantity.ts'
import { requestedPartNo } from '../../masters/references.ts'
import { createSort, type FieldSort, readLookedUpPage } from '../../records/queries.ts'
import { inScope } from '../kit/family/document-list.ts'
import { createDescribeLine } from '../kit/reads.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { shippingFamily } from './shipping-family.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingLines,
  shippingOrders,
} from './shipping-order.model.ts'

const lineSort = createSort({
  fields: Object.keys(Backorder.shape),
  storedAs: { warehouse: 'wid' },
  lookedUp: {
    customer: [{ from: 'shippingOrders', by: 'soNo', take: 'customer' }],
    shipDate: [{ from: 'shippingOrders', by: 'soNo', take: 'shipDate' }],
    description: [{ from: 'items', by: 'partNo', take: 'description' }],
    warehouseName: [{ from: 'warehouses', by: 'wid', take: 'name' }],
  },
})

/** A page of the lines that wait for stock, of the orders that the caller may see. An index has these lines only. */
export function createListBackorders(deps: DocumentDeps) {
  const lines = shippingLines.model(deps.connection)
  const orders = shippingOrders.model(deps.connection)

  const findSeen = async (waiting: object, scope: readonly number[]) => {
    const numbers = await lines.distinct('soNo', { $and: [waiting, { wid: { $in: scope } }] })
    const conditions = [{ _id: { $in: numbers } }, ...inScope(shippingFamily.list, scope)]
    return (await orders.find({ $and: conditions }, { _id: 1 }).lean()).map(({ _id }) => _id)
  }

  const read = (filter: object, order: FieldSort, query: PageQuery) => {
    if ('lookUp' in order) return readLookedUpPage<ShippingLineRecord>(lines, filter, order, query)
    const { direction, storedAs } = order
    const sort = { [storedAs]: direction, soNo: direction, lineNo: direction }
    return readCountedPage<ShippingLineRecord>(lines, { filter, sort, selective: ['partNo'] }, query)
  }

  return async (query: Input<(typeof inventory)['listBackorders']>, context: CallContext) => {
    const { shortID, warehouse, modifiedSince } = query
    const partNo = await requestedPartNo(deps.items, { shortID }, context)
    const waiting = {
      backordered: { $gt: toStored(ZERO) },
      ...(partNo !== undefined && { partNo }),
      ...(warehouse !== undefined && { wid: warehouse }),
      ...(modifiedSince !== undefined && { modified: { $gte: new Date(modifiedSince) } }),
    }
    const scope = warehouseScope(context.caller)
    const filter = scope === 'all' ? waiting : { ...waiting, soNo: { $in: await findSeen(waiting, scope) } }
    const order = lineSort(query, { direction: 1, storedAs: 'soNo' })
    const { totalCount, found } = await read(filter, order, query)
    return toPage(await describe(found), totalCount, query)
  }

  async function describe(found: readonly ShippingLineRecord[]): Promise<Backorder[]> {
    const numbers = [...new Set(found.map(({ soNo }) => soNo))]
    const headers = await orders.find({ _id: { $in: numbers } }).lean<ShippingOrderRecord[]>()
    const byNumber = new Map(headers.map((header) => [header._id, header]))
    const references = { partNos: [...new Set(found.map(({ partNo }) => partNo))], wids: found.map(({ wid }) => wid) }
    const toLine = await createDescribeLine(deps, references)
    return found.flatMap((line) => {
      const header = byNumber.get(line.soNo)
      // The order was given another number since its line was read.
      if (!header) return []
      const { customer, shipDate } = header
      const ofOrder = { soNo: line.soNo, customer, shipDate: shipDate?.toISOString() ?? null }
      return [{ ...ofOrder, ...toLine(line), backordered: toNumber(line.backordered) }]
    })
  }
}
