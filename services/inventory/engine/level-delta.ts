import type { Quantity } from '../../../shared/database/quantity.ts'
import { type LevelFigure, NO_FIGURES } from '../levels/level.model.ts'
import type { Lot } from '../lots/lot.model.ts'
import type { StockEffect } from './effect.ts'

/** How much each figure of each warehouse changes. */
export type LevelDeltas = ReadonlyMap<number, Readonly<Record<LevelFigure, Quantity>>>

/** What effects do to the levels of their item: lots count where they are, progress of orders where it was awaited. */
export function levelDeltas(effects: readonly Pick<StockEffect<unknown>, 'changes' | 'orderProgress'>[]): LevelDeltas {
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
  for (const { changes, orderProgress } of effects) {
    for (const { before, after } of changes) {
      if (before) addLot(before, -1)
      addLot(after, 1)
    }
    for (const { wid, kind, units } of orderProgress) add(wid, kind, units.times(-1))
  }
  return deltas
}
