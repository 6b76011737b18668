import { type Caller, hasPermission, permissions } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { StockEntry } from '../engine/effect.ts'
import type { StockView } from '../engine/plan.ts'
import { available, levelDeltas, whyUnavailable } from '../levels/figures.ts'
import type { Lot } from '../lots/lot.model.ts'
import { findFreeUnits } from './records/free-units.ts'
import { packs } from './records/pack.model.ts'
import { hasLapsed, reservations } from './records/reservation.model.ts'

/** Units of an item in a warehouse that may be promised: what is available, without lots that have expired. */
export async function findAllocatable(stock: StockView, partNo: number, wid: number): Promise<Quantity> {
  const level = await stock.level(partNo, wid)
  const expired = await stock.expiredLots(partNo, wid)
  if (expired.length === 0) return available(level)
  const free = await findFreeUnits(stock.records, { partNo, wid, level, now: stock.now })
  return available(level).minus(sum(expired.map(free)))
}

/** Reservations that a message names; the others it counts. */
const MAX_NAMED = 5

/**
 * Throws 409 if changes of an item's lots would take reserved units, in one of its warehouses. The message names the
 * orders and reservations that the caller may read.
 */
export async function requireReservationsKept(
  entry: Pick<StockEntry, 'partNo' | 'lots' | 'figures'>,
  caller: Caller | undefined,
  stock: StockView,
): Promise<void> {
  const { partNo } = entry
  for (const [wid, delta] of levelDeltas([entry])) {
    const taken = available(delta).times(-1)
    if (taken.lte(ZERO)) continue
    const isExpired = (lot: Lot | undefined) => lot?.wid === wid && !lot.hold && lot.expires <= stock.now
    const expired = entry.lots.map(({ before, after }) =>
      (isExpired(before) && before ? before.units : ZERO).minus(isExpired(after) ? after.units : ZERO),
    )
    const level = await stock.level(partNo, wid)
    let why = whyUnavailable(taken, available(level))
    // Expired units are reserved for nobody: removing them leaves as many available as before.
    if (!why && level.committed.gt(ZERO) && taken.gt(sum(expired)))
      why = whyUnavailable(taken, (await findAllocatable(stock, partNo, wid)).plus(sum(expired)))
    if (why) throw new AppError('conflict', `${why} ${await describeReservations(stock, partNo, wid, caller)}`)
  }
}

/** What the units of an item in a warehouse are reserved for, such as `Promised: 5 to SO-1 line 1.` */
async function describeReservations(stock: StockView, partNo: number, wid: number, caller: Caller | undefined) {
  const key = { partNo, wid }
  const ofReservations = hasPermission(caller, permissions.readReservations)
  const ofOrders = hasPermission(caller, permissions.readShippingOrders)
  const reserved = await stock.records.find(reservations, { ...key, state: 'Active' })
  const packed = await stock.records.find(packs, key)
  const all = [
    ...reserved
      .filter((record) => !hasLapsed(record, stock.now))
      // The database finds them in any order.
      .sort((one, other) => one._id - other._id)
      .map(({ _id, ofOrder, reference, line, remaining }) => {
        const to = ofOrder ? nameOf(reference, line) : `reservation ${_id}`
        return { to: (ofOrder ? ofOrders : ofReservations) ? to : OTHERS, units: toQuantity(remaining) }
      }),
    ...(await stock.hooks.namedReservations(stock, key, caller)),
    ...packed.map(({ soNo, lineNo, units }) => ({
      to: ofOrders ? nameOf(soNo, lineNo) : OTHERS,
      units: toQuantity(units),
    })),
  ]
  const sums = [...groupBy(all, ({ to }) => to)]
    .map(([to, all]): [string, Quantity] => [to, sum(all.map(({ units }) => units))])
    .filter(([, units]) => units.gt(ZERO))
  const named = sums.slice(0, MAX_NAMED).map(([to, units]) => `${units.toFixed()} to ${to}`)
  if (sums.length > MAX_NAMED)
    named.push(`${sum(sums.slice(MAX_NAMED).map(([, units]) => units)).toFixed()} to ${OTHERS}`)
  return `Promised: ${named.join(', ')}.`
}

export const OTHERS = 'others'
export const nameOf = (reference: string, line: number | null) =>
  line === null ? reference : `${reference} line ${line}`
