import { Big } from 'big.js'
import type { SimulatedEntry } from './simulated-stock.ts'

const ZERO = new Big(0)
interface Unit {
  units: Big
  readonly price: Big | null
}

/** First in, first out by the simplest means, for histories without amendments and reversals: lists of what came. */
export function createNaiveLayers() {
  const lists = new Map<string, Unit[]>()
  const listOf = (key: string) => {
    const list = lists.get(key) ?? []
    lists.set(key, list)
    return list
  }
  const take = (key: string, units: Big) => {
    const [list, taken] = [listOf(key), [] as Unit[]]
    let left = units
    for (let [first] = list; first && left.gt(ZERO); [first] = list) {
      const part = first.units.lt(left) ? first.units : left
      taken.push({ units: part, price: first.price })
      left = left.minus(part)
      first.units = first.units.minus(part)
      if (first.units.eq(ZERO)) list.shift()
    }
    return taken
  }
  return {
    fold({ steps }: SimulatedEntry) {
      const changes = new Map<string, { units: Big; price: Big | null }>()
      const add = (key: string, units: Big, price: Big | null) =>
        changes.set(key, { units: units.plus(changes.get(key)?.units ?? ZERO), price })
      for (const { before, after } of steps.toSorted((one, other) => one.after.recNo - other.after.recNo)) {
        if (before) add(keyOf(before), before.units.times(-1), before.price)
        add(keyOf(after), after.units, after.price)
      }
      const leaving = [...changes].filter(([, { units }]) => units.lt(ZERO))
      const coming = [...changes].filter(([, { units }]) => units.gt(ZERO))
      const carried = leaving.flatMap(([key, { units }]) => take(key, units.times(-1)))
      if (leaving.length > 0) lists.set('carried', carried)
      for (const [key, { units, price }] of coming)
        listOf(key).push(...(leaving.length > 0 ? take('carried', units) : [{ units, price }]))
    },
    valueIn: (wid: number) =>
      listOf(`stock ${wid}`).reduce((total, { units, price }) => total.plus(units.times(price ?? 0)), ZERO),
  }
}

const keyOf = ({ inTransit, recNo, wid }: { inTransit: boolean; recNo: number; wid: number }) =>
  inTransit ? `transit ${recNo}` : `stock ${wid}`
