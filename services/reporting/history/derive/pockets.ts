import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, sum, ZERO } from '../../../../shared/quantity.ts'
import type { LotChange } from './lot-state.ts'

/** What an entry changes of a lot, negative if units leave. */
interface Moved {
  readonly recNo: number
  readonly units: Quantity
  /** That of the lot, null if it has none. */
  readonly price: Quantity | null
}

/** Where units come from and go to: the stock of a warehouse, or a lot that is in transit to it. */
export interface Pocket {
  readonly wid: number
  /** The lot in transit; undefined for stock. */
  readonly inTransit: number | undefined
  /** By recNo. */
  readonly lots: readonly Moved[]
  readonly units: Quantity
  /** Of these, units that have a price, and their value at the prices of their lots. */
  readonly priced: Quantity
  readonly value: Quantity
}

/** The pockets that an entry changes. What changes its lot or its spot in a warehouse neither leaves nor comes. */
export function pocketsOf(changes: readonly LotChange[]): readonly Pocket[] {
  const ofStock = groupBy(changes, ({ after }) => after.wid)
  return [
    ...[...ofStock].map(([wid, ofWarehouse]) => toPocket(wid, undefined, ofWarehouse, 'inStock')),
    ...changes
      .toSorted((one, other) => one.after.recNo - other.after.recNo)
      .map((change) => toPocket(change.after.wid, change.after.recNo, [change], 'aSN')),
  ].filter(({ lots }) => lots.length > 0)
}

export const leaving = (pockets: readonly Pocket[], of: 'units' | 'priced') =>
  pockets.filter((pocket) => pocket[of].lt(ZERO))
export const coming = (pockets: readonly Pocket[], of: 'units' | 'priced') =>
  pockets.filter((pocket) => pocket[of].gt(ZERO))

function toPocket(
  wid: number,
  inTransit: number | undefined,
  changes: readonly LotChange[],
  figure: 'inStock' | 'aSN',
): Pocket {
  const lots = changes
    .map(({ before, after }) => ({
      recNo: after.recNo,
      units: after[figure].minus(before?.[figure] ?? ZERO),
      price: after.price,
    }))
    .filter(({ units }) => !units.eq(ZERO))
    .toSorted((one, other) => one.recNo - other.recNo)
  const priced = lots.filter(({ price }) => price !== null)
  return {
    wid,
    inTransit,
    lots,
    units: sum(lots.map(({ units }) => units)),
    priced: sum(priced.map(({ units }) => units)),
    value: sum(priced.map(({ units, price }) => units.times(price ?? ZERO))),
  }
}
