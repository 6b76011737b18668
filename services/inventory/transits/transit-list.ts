import type { Connection } from 'mongoose'
import { type WarehouseScope, warehouseScope } from '../../../shared/contract/core/access.ts'
import type { Input } from '../../../shared/contract/core/operation.ts'
import { requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { Transit } from '../../../shared/contract/transits/transit-records.ts'
import type { PageIndex } from '../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../shared/database/page-index/read-indexed-page.ts'
import type { Visibility } from '../../../shared/database/page-index/visibility.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { Items } from '../items/items.ts'
import { orderSort, timeFilters } from '../orders/order-access.ts'
import { toTransit } from './describe.ts'
import { type TransitRecord, transits } from './transit.model.ts'

type Query = Input<(typeof inventory)['listTransits']>

const sortable = Object.keys(Transit.shape)

/** Lists transits of which the caller sees an end. In the default sort, every page costs the same (docs/decisions.md#16). */
export const createListTransits =
  (connection: Connection, pageIndex: PageIndex, items: Items) => async (query: Query, context: CallContext) => {
    const scope = warehouseScope(context.caller)
    const { status, wid, shipToWid, warehouse, shortID } = query
    const given = { status, wid, shipToWid, wids: warehouse }
    const indexed = [
      ...(scope === 'all' ? [] : [{ wids: { $in: [...scope] } }]),
      ...Object.entries(given).flatMap(([field, value]) => (value === undefined ? [] : [{ [field]: value }])),
    ]
    const partNo = shortID === undefined ? undefined : ((await items.find(shortID, context))?._id ?? NO_ITEM)
    const others = [...timeFilters(query, 'shipped', 'shipped'), ...(partNo === undefined ? [] : [{ partNos: partNo }])]
    const requested = requestedSort(query, sortable)
    const sort = orderSort(requested, 'slip', 'shipped')
    const conditions = [...indexed, ...others]
    const filter = conditions.length === 0 ? {} : { $and: conditions }
    const source = transits.model(connection)
    const isByKey = !requested || requested.field === 'shipped'
    const { totalCount, found } =
      isByKey && others.length === 0
        ? await readIndexedPage<TransitRecord>(
            source,
            pageIndex,
            { visibility: visibilityOf(scope, query), filter, sort, direction: requested?.direction ?? -1 },
            query,
          )
        : await readCountedPage<TransitRecord>(source, { filter, sort }, query)
    return toPage(found.map(toTransit), totalCount, query)
  }

/** Decides by the partition key of a transit, such as `In Transit/1/2`, as the filter does by its fields. */
function visibilityOf(scope: WarehouseScope, { status, wid, shipToWid, warehouse }: Query): Visibility {
  return {
    name: JSON.stringify({ scope, status, wid, shipToWid, warehouse }),
    isVisible(partitionKey) {
      const [stated, ...numbers] = partitionKey.split('/')
      const [source = 0, destination = 0] = numbers.map(Number)
      return (
        (scope === 'all' || scope.includes(source) || scope.includes(destination)) &&
        (status === undefined || status === stated) &&
        (wid === undefined || wid === source) &&
        (shipToWid === undefined || shipToWid === destination) &&
        (warehouse === undefined || warehouse === source || warehouse === destination)
      )
    },
  }
}

/** No item has this number. */
const NO_ITEM = -1
