import { warehouseScope } from '../../../../shared/contract/core/access.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { toPage } from '../../../../shared/contract/core/paging.ts'
import type { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { Reservation } from '../../../../shared/contract/inventory/reservations.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import type { Items } from '../../masters/items/items.ts'
import type { ReservedModels } from '../../stock/levels/lapsed.ts'
import { type ReservationRecord, reservationList } from '../../stock/reservations/records/reservation.model.ts'
import { toReservation } from '../../stock/reservations/reservation-changes.ts'
import { type DocumentList, readDocumentPage } from '../kit/family/document-list.ts'
import { onlyOne } from '../kit/reads.ts'

export interface ReservationListDeps {
  readonly models: ReservedModels
  readonly pageIndex: PageIndex
  readonly items: Items
}

type Query = Input<(typeof inventory)['listReservations']>
type State = Reservation['state']

const list: DocumentList = {
  ...reservationList,
  sortable: [
    'reservationID',
    'itemID',
    'wid',
    'units',
    'remaining',
    'recno',
    'reference',
    'line',
    'ofOrder',
    'priority',
    'expires',
    'state',
  ],
  storedAs: { reservationID: '_id', itemID: 'shortID' },
  warehouses: { fields: ['wid'], seenBy: 'any' },
}

/** No item has this number. */
const NO_ITEM = -1

/**
 * Lists reservations, newest first; all of them or those of a state, at the same cost for every page
 * (docs/decisions/lists.md#16).
 */
export const createListReservations =
  ({ models, pageIndex, items }: ReservationListDeps) =>
  async ({ itemID, wid, reference, state, ...query }: Query, context: CallContext) => {
    const { reservations, levels } = models
    const now = present()
    const item = itemID === undefined ? undefined : await items.find(itemID, context)
    // Whether time has passed that the recorded states do not tell yet.
    const hasLapsed = { expires: { $gt: new Date(0), $lte: now } }
    const isOutdated = (state === 'Active' || state === 'Expired') && (await levels.exists(hasLapsed)) !== null
    const { totalCount, found } = await readDocumentPage<ReservationRecord>(list, reservations, pageIndex, query, {
      sectioned: { state: onlyOne(state) },
      instead: state && isOutdated ? [inState(state, now)] : undefined,
      others: [
        ...(itemID === undefined ? [] : [{ partNo: item?._id ?? NO_ITEM }]),
        ...(reference === undefined ? [] : [{ reference }]),
      ],
      scope: wid === undefined ? warehouseScope(context.caller) : [wid],
    })
    return toPage(
      found.map((record) => toReservation(record, now)),
      totalCount,
      query,
    )
  }

/** A reservation whose time has passed is Expired, whether or not that is recorded. */
function inState(state: State, now: Date) {
  if (state === 'Active') return { state, $or: [{ expires: null }, { expires: { $gt: now } }] }
  return { $or: [{ state }, { state: 'Active', expires: { $gt: new Date(0), $lte: now } }] }
}
