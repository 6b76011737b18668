import { AppError } from '../../../../shared/contract/core/errors.ts'
import { type Quantity, smaller, ZERO } from '../../../../shared/quantity.ts'
import type { LevelFigures } from './level.model.ts'

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
  const most = limits.reduce((least, limit) => smaller(least, limit), requested)
  if (most.gte(requested)) return
  const left = most.lt(ZERO) ? ZERO : most
  throw new AppError('conflict', `Insufficient stock: requested ${requested.toFixed()}, available ${left.toFixed()}.`)
}
