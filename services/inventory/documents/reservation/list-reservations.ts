import { type WarehouseScope, warehouseScope } from '../../../../shared/contract/core/access.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import type { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { Reservation } from '../../../../shared/contract/inventory/reservations.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../../shared/database/page-index/read-indexed-page.ts'
import type { Visibility } from '../../../../shared/database/page-index/visibility.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Items } from '../../masters/items/items.ts'
import type { ReservationRecord } from '../../stock/claims/records/reservation.model.ts'
import { toReservation } from '../../stock/claims/reservation-changes.ts'
import type { PromisedModels } from '../../stock/levels/lapsed.ts'

export interface ReservationListParts {
  readonly models: PromisedModels
  readonly pageIndex: PageIndex
  readonly items: Items
}

type Query = Input<(typeof inventory)['listReservations']>

/** Where each field of a reservation is stored. */
const storedAs = {
  reservationID: '_id',
  itemID: 'shortID',
  wid: 'wid',
  units: 'units',
  remaining: 'remaining',
  recno: 'recno',
  reference: 'reference',
  line: 'line',
  ofOrder: 'ofOrder',
  priority: 'priority',
  expires: 'expires',
  state: 'state',
} as const
const sortable = Object.keys(storedAs) as (keyof typeof storedAs)[]

/** Lists reservations, newest first; all of them or those of a state, at the same cost for every page (docs/decisions.md#16). */
export function createListReservations({ models, pageIndex, items }: ReservationListParts) {
  const { reservations: records, levels } = models

  /** Whether the recorded states tell which reservations are in a state: no time has passed that is not recorded yet. */
  const isRecorded = async (state: Reservation['state'] | undefined, now: Date) =>
    (state !== 'Active' && state !== 'Expired') || !(await levels.exists({ expires: { $gt: new Date(0), $lte: now } }))

  return async (query: Query, context: CallContext) => {
    const now = new Date()
    const { itemID, wid, reference, state, modifiedSince } = query
    const item = itemID === undefined ? undefined : await items.find(itemID, context)
    const scope = wid === undefined ? warehouseScope(context.caller) : [wid]
    const filters = {
      ...(itemID !== undefined && { partNo: item?._id ?? NO_ITEM }),
      ...(reference !== undefined && { reference }),
      ...(modifiedSince && { modified: { $gte: new Date(modifiedSince) } }),
    }
    const inScope = scope === 'all' ? {} : { wid: { $in: [...scope] } }
    const sort = requestedSort(query, sortable)
    const isIndexed = !sort && Object.keys(filters).length === 0 && (await isRecorded(state, now))
    const { totalCount, found } = isIndexed
      ? await readIndexedPage<ReservationRecord>(
          records,
          pageIndex,
          {
            visibility: reservationVisibility(scope, state),
            filter: { ...inScope, ...(state && { state }) },
            sort: { created: -1, _id: -1 },
            direction: -1,
          },
          query,
        )
      : await readCountedPage<ReservationRecord>(
          records,
          {
            filter: { ...inScope, ...filters, ...(state && inState(state, now)) },
            sort: sort ? { [storedAs[sort.field]]: sort.direction, _id: sort.direction } : { created: -1, _id: -1 },
          },
          query,
        )
    return toPage(
      found.map((record) => toReservation(record, now)),
      totalCount,
      query,
    )
  }
}

/** No item has this number. */
const NO_ITEM = -1

/** Decides by the partition key of a reservation, such as `Active/3`. */
function reservationVisibility(scope: WarehouseScope, state: Reservation['state'] | undefined): Visibility {
  const wids = scope === 'all' ? undefined : new Set(scope.map(String))
  return {
    name: JSON.stringify({ scope, state }),
    isVisible(partitionKey) {
      const [of = '', wid = ''] = partitionKey.split('/')
      return (state === undefined || of === state) && (wids?.has(wid) ?? true)
    },
  }
}

/** A reservation whose time has passed is Expired, whether or not that is recorded. */
function inState(state: Reservation['state'], now: Date) {
  if (state === 'Active') return { state, $or: [{ expires: null }, { expires: { $gt: now } }] }
  if (state === 'Expired') return { $or: [{ state }, { state: 'Active', expires: { $gt: new Date(0), $lte: now } }] }
  return { state }
}
