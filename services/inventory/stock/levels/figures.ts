import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { LevelFigure } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, type StoredQuantity, smaller, ZERO } from '../../../../shared/quantity.ts'
import { type LevelFigures, NO_FIGURES, type OrderFigure } from './level.model.ts'

/** Units that may be promised or issued (docs/interface.md#stock-level). */
export function available({ inStock, onHold, committed, packed }: LevelFigures): Quantity {
  return inStock.minus(onHold).minus(committed).minus(packed)
}

/** Units that are free, ordered or on their way, which a minimum is compared with (docs/decisions/stock.md#68). */
export function positionOf(figures: LevelFigures): Quantity {
  return available(figures).plus(figures.onOrder).plus(figures.aSN)
}

/** Throws 409 if more is requested than the smallest of the limits (docs/decisions/stock.md#22). */
export function requireAvailable(requested: Quantity, ...limits: readonly Quantity[]): void {
  const why = whyUnavailable(requested, ...limits)
  if (why) throw new AppError('conflict', why)
}

/** The message of that error; undefined if no more is requested than the limits allow. */
export function whyUnavailable(requested: Quantity, ...limits: readonly Quantity[]): string | undefined {
  const most = limits.reduce((least, limit) => smaller(least, limit), requested)
  if (most.gte(requested)) return undefined
  const left = most.lt(ZERO) ? ZERO : most
  return `Insufficient stock: requested ${requested.toFixed()}, available ${left.toFixed()}.`
}

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

/** Units that count in a figure of a level other than inStock and onHold, and what they are for. */
export interface OpenFigure {
  readonly wid: number
  readonly kind: OrderFigure
  readonly reference: string
  readonly line: number
  readonly units: StoredQuantity
  /** What reserved units that this service does not release by itself. */
  readonly reservedBy?: 'reservation' | 'otherSystem'
}
