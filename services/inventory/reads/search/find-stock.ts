import type { WarehouseScope } from '../../../../shared/contract/core/access.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import type { LotModel, LotRecord } from '../../stock/lots/lot.model.ts'
import type { ReservationRecord } from '../../stock/reservations/records/reservation.model.ts'
import { toReservation } from '../../stock/reservations/reservation-changes.ts'
import { type Hit, isSame, type Looked, lookUp, matching, spellings, toHit } from './look-up.ts'

const fields = ['serial', 'serial2', 'spot'] as const

interface Location {
  readonly scope: WarehouseScope
  /** All warehouses, or those of the scope: the index of spots begins with them. */
  readonly wids: readonly number[]
  readonly limit: number
}

/** Lots by their number, by their serial numbers, and those in stock by their spot. */
export async function findLots(lots: LotModel, text: string, { scope, wids, limit }: Location): Promise<Hit[]> {
  const within = { limit, seen: seenIn(scope) }
  const byNumber = /^\d{1,10}$/.test(text) ? lookUp<LotRecord>(lots, { _id: Number(text) }, within) : []
  const byText = fields.map(async (field) => {
    const { exact, prefix } = matching(field, text, field === 'spot' ? { active: true, wid: { $in: [...wids] } } : {})
    const found = await Promise.all([exact, prefix].map((where) => lookUp<LotRecord>(lots, where, within)))
    return found.flatMap((lots) => lots.toSorted(byUse).map((lot) => toLotHit(lot, field, lot[field] ?? '', text)))
  })
  const numbered = (await byNumber).map((lot) => toLotHit(lot, 'number', String(lot._id), text))
  return [...numbered, ...(await Promise.all(byText)).flat()]
}

/** The lots of an item with one of the serial or lot numbers that a code names. */
export async function findScannedLots(
  lots: LotModel,
  serials: readonly string[],
  partNo: number | undefined,
  { scope, limit }: Location,
): Promise<Hit[]> {
  const within = { limit, seen: [...seenIn(scope), ...(partNo === undefined ? [] : [{ partNo }])] }
  const found = serials.flatMap((serial) =>
    (['serial', 'serial2'] as const).map(async (field) => {
      const where = { $or: spellings(serial).map((spelled) => ({ [field]: spelled })) }
      return (await lookUp<LotRecord>(lots, where, within))
        .toSorted(byUse)
        .map((lot) => toLotHit(lot, field, serial, serial))
    }),
  )
  return (await Promise.all(found)).flat()
}

const seenIn = (scope: WarehouseScope) => (scope === 'all' ? [] : [{ wid: { $in: [...scope] } }])

/** What is in stock first, the newest first. */
const byUse = (one: LotRecord, other: LotRecord) => Number(other.active) - Number(one.active) || other._id - one._id

const statusOf = ({ active, hold, transit }: LotRecord) =>
  transit ? 'In transit' : active ? (hold ? 'On hold' : null) : 'Used up'

const toLotHit = (lot: LotRecord, field: Hit['field'], value: string, text: string): Hit =>
  toHit({
    kind: 'lot',
    key: String(lot._id),
    name: lot.shortID,
    field,
    value,
    isExact: isSame(value, text),
    status: statusOf(lot),
    wid: lot.wid,
    spot: lot.spot,
    units: toNumber(lot.units),
  })

/** Reservations by number, and by reference those that do not belong to an order, which is found itself. */
export async function findReservations(
  model: Looked,
  text: string,
  { scope, limit }: { readonly scope: WarehouseScope; readonly limit: number },
): Promise<Hit[]> {
  const ofReference = { limit, seen: [{ ofOrder: false }, ...seenIn(scope)] }
  const { exact, prefix } = matching('reference', text)
  const [numbered, ...named] = await Promise.all([
    /^\d{1,10}$/.test(text)
      ? lookUp<ReservationRecord>(model, { _id: Number(text) }, { limit, seen: seenIn(scope) })
      : [],
    lookUp<ReservationRecord>(model, exact, ofReference),
    lookUp<ReservationRecord>(model, prefix, ofReference),
  ])
  const now = present()
  const toHits = (found: readonly ReservationRecord[], field: 'number' | 'reference') =>
    found.map((record) => {
      const { reservationID, itemID, reference, state: status } = toReservation(record, now)
      const key = String(reservationID)
      const value = field === 'number' ? key : reference
      return toHit({ kind: 'reservation', key, name: itemID, field, value, isExact: isSame(value, text), status })
    })
  return [...toHits(numbered, 'number'), ...toHits(named.flat(), 'reference')]
}
