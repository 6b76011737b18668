import type { Quantity } from '../../../shared/database/quantity.ts'
import { type LevelFigure, NO_FIGURES } from '../levels/level.model.ts'
import type { Lot } from '../lots/lot.model.ts'
import type { StockEntry } from './effect.ts'

/** How much each figure of each warehouse changes, by wid. */
export type LevelDeltas = ReadonlyMap<number, Readonly<Record<LevelFigure, Quantity>>>

/** What entries of one item do to its levels: lots count in the warehouse where they are, figures where their order line is. */
export function levelDeltas(entries: readonly Pick<StockEntry, 'lots' | 'figures'>[]): LevelDeltas {
  const deltas = new Map<number, Record<LevelFigure, Quantity>>()
  const add = (wid: number, figure: LevelFigure, units: Quantity) => {
    const figures = deltas.get(wid) ?? { ...NO_FIGURES }
    figures[figure] = figures[figure].plus(units)
    deltas.set(wid, figures)
  }
  const addLot = ({ wid, hold, units }: Lot, sign: 1 | -1) => {
    add(wid, 'inStock', units.times(sign))
    if (hold) add(wid, 'onHold', units.times(sign))
  }
  for (const { lots, figures = [] } of entries) {
    for (const { before, after } of lots) {
      if (before) addLot(before, -1)
      addLot(after, 1)
    }
    for (const { wid, figure, units } of figures) add(wid, figure, units)
  }
  return deltas
}
