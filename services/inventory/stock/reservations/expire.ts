import { toQuantity } from '../../../../shared/quantity.ts'
import { sumEffects } from '../engine/document-hooks.ts'
import type { StockEffect, StockEntry } from '../engine/effect.ts'
import type { DocumentEffect, Numbers, Plan, StockView } from '../engine/plan.ts'
import { addToReservation, toReservationEntry } from './reservation-changes.ts'

/** Most reservations that one write takes off; the others do not count either, and the next write continues. */
const MAX_EXPIRED = 50

/** A plan that also ends reservations whose time has passed, in the same transaction. */
export const withExpiry =
  <A>(partNos: readonly number[], plan: Plan<A>): Plan<A> =>
  async (stock, numbers) => {
    const effect = await plan(stock, numbers)
    const expired = []
    for (const partNo of partNos) expired.push(await expire(partNo, stock, numbers))
    if (expired.every(({ expiries }) => expiries.length === 0)) return effect
    return {
      ...effect,
      entries: [...effect.entries, ...expired.flatMap(({ entries }) => entries)],
      records: [...(effect.records ?? []), ...expired.flatMap(({ records }) => records)],
      expiries: [...(effect.expiries ?? []), ...expired.flatMap(({ expiries }) => expiries)],
    }
  }

/** Ends an item's reservations whose time has passed. */
export const planExpire =
  (partNo: number): Plan<{ readonly expired: number }> =>
  async (stock, numbers): Promise<StockEffect<{ readonly expired: number }>> => {
    const changes = await expire(partNo, stock, numbers)
    return { ...changes, result: { expired: changes.entries.length } }
  }

/** One entry of the ledger for each reservation. */
async function expire(partNo: number, stock: StockView, numbers: Numbers) {
  const { lapsed, next, isDue } = await stock.lapsed(partNo)
  const entries: StockEntry[] = []
  const effects: DocumentEffect[] = []
  if (!isDue) return { entries, records: [], expiries: [] }
  const taken = lapsed.slice(0, MAX_EXPIRED)
  const first = lapsed[taken.length]?.expires ?? next
  for (const record of taken) {
    const units = toQuantity(record.remaining)
    const change = addToReservation(record, units.times(-1), stock.now, 'Expired')
    effects.push(change)
    entries.push({ ...(await toReservationEntry(record, numbers)), type: 'expire', units, figures: change.figures })
  }
  return { entries, records: sumEffects(effects).records, expiries: [{ partNo, next: first }] }
}
