import { Big } from 'big.js'
import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import type { SimulatedEntry, SimulatedLot, Step } from './simulated-stock.ts'

/** Entries of a ledger, in their sequence, as the naive values take them. */
export function toNaiveEntries(entries: readonly LedgerEntry[]): SimulatedEntry[] {
  const known = new Map<number, SimulatedLot>()
  return entries.map((entry) => {
    const steps = entry.lots.flatMap(({ recNo, wid, hold, unitsBefore, unitsAfter, facts }): Step[] => {
      if (recNo === null || !facts) return []
      const { version, inTransit } = facts
      const price = facts.price === null ? null : new Big(facts.price)
      const after: SimulatedLot = { recNo, wid, hold, inTransit, version, price, units: new Big(unitsAfter) }
      const last = known.get(recNo)
      known.set(recNo, after)
      if (!facts.before) return [{ before: undefined, after }]
      return [
        { before: { ...after, ...facts.before, price: last?.price ?? price, units: new Big(unitsBefore) }, after },
      ]
    })
    return { entry, steps }
  })
}
