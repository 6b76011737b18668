import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { type Quantity, sum, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { available } from '../../stock/levels/availability.ts'
import { sumFigures } from '../../stock/levels/level.model.ts'
import type { ItemBooks } from './item-books.ts'

/** A level whose available figure is negative, and why. */
export interface Negative {
  readonly partNo: number
  readonly wid: number
  readonly available: number
  readonly cause: string
}

/**
 * The levels of an item whose available figure is negative. Units on hold, reservations that belong to no order, and
 * what another order system states may explain it (docs/orders.md#reconcile); what they do not explain is a difference:
 * stock left although it was reserved.
 */
export function findNegative({ partNo, levels: [row], open }: ItemBooks) {
  return Object.keys(row?.stock ?? {}).flatMap((key) => {
    const wid = Number(key)
    const figures = sumFigures(row, (other) => other === wid)
    const left = available(figures)
    if (left.gte(ZERO)) return []
    const reserved = open.filter((one) => one.wid === wid && (one.kind === 'committed' || one.kind === 'packed'))
    const by = (who: 'reservation' | 'otherSystem') =>
      sum(reserved.filter(({ reservedBy }) => reservedBy === who).map(({ units }) => toQuantity(units)))
    const causes: readonly (readonly [Quantity, string])[] = [
      [figures.onHold, 'on hold'],
      [by('reservation'), 'promised by reservations that belong to no order'],
      [by('otherSystem'), 'promised by another order system'],
    ]
    const explained = sum(causes.map(([units]) => units))
    const given = causes
      .filter(([units]) => units.gt(ZERO))
      .map(([units, what]) => `${units.toFixed()} units are ${what}`)
    const what = `available of item ${partNo} in warehouse ${wid}`
    const differences: Difference[] = left.plus(explained).lt(ZERO)
      ? [{ what, expected: '0 or more', found: left.toFixed() }]
      : []
    const cause = given.length > 0 ? given.join(', ') : 'units left that were promised'
    return [{ level: { partNo, wid, available: toNumber(left), cause } satisfies Negative, differences }]
  })
}
