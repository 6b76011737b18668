import type { LevelFigure } from '../../../../shared/contract/inventory/inventory.ts'
import type { Quantity } from '../../../../shared/quantity.ts'
import { NO_FIGURES, type OrderFigure } from './level.model.ts'

/** How much each figure of each warehouse changes, by wid. */
export type LevelDeltas = ReadonlyMap<number, Readonly<Record<LevelFigure, Quantity>>>

/** What counts of a lot. */
interface Counted {
  readonly wid: number
  readonly hold: boolean
  readonly units: Quantity
  /** What is in transit is in the stock of no warehouse: its line counts in aSN. */
  readonly transit?: string | null | undefined
}

/** Changes that levels follow from: lots before and after, and figures that order lines explain. */
export interface LevelChanges {
  readonly lots: readonly { readonly before: Counted | null | undefined; readonly after: Counted }[]
  readonly figures?: readonly { readonly wid: number; readonly figure: OrderFigure; readonly units: Quantity }[]
}

/** What changes of one item do to its levels. */
export function levelDeltas(changes: readonly LevelChanges[]): LevelDeltas {
  const deltas = new Map<number, Record<LevelFigure, Quantity>>()
  const add = (wid: number, figure: LevelFigure, units: Quantity) => {
    const figures = deltas.get(wid) ?? { ...NO_FIGURES }
    figures[figure] = figures[figure].plus(units)
    deltas.set(wid, figures)
  }
  const addLot = ({ wid, hold, units, transit }: Counted, sign: 1 | -1) => {
    if (transit) return
    add(wid, 'inStock', units.times(sign))
    if (hold) add(wid, 'onHold', units.times(sign))
  }
  for (const { lots, figures = [] } of changes) {
    for (const { before, after } of lots) {
      if (before) addLot(before, -1)
      addLot(after, 1)
    }
    for (const { wid, figure, units } of figures) add(wid, figure, units)
  }
  return deltas
}
