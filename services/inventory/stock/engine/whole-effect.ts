import { groupBy } from '../../../../shared/process/group-by.ts'
import { sum, ZERO } from '../../../../shared/quantity.ts'
import { type FindItems, isFraction, requireWholeUnits } from '../../masters/items/whole-units.ts'
import type { LotChange, StockEffect, StockEntry } from './effect.ts'

/**
 * Throws 400 for an effect that makes a fraction of a unit, in a lot or of an order line, of an item with whole units only.
 * What had a fraction before can be moved, used up and reversed (docs/decisions/items.md#97).
 */
export const requireWholeEffect = ({ entries }: StockEffect<unknown>, findItems: FindItems): Promise<void> =>
  requireWholeUnits(
    findItems,
    entries.flatMap((entry) =>
      entry.type === 'reverse'
        ? []
        : [...entry.lots.filter(makesFraction).map(({ after }) => after.units), ...addedUnits(entry)].map((units) => ({
            field: 'units',
            partNo: entry.partNo,
            units,
          })),
    ),
  )

const makesFraction = ({ before, after }: LotChange) =>
  isFraction(after.units) && isFraction(after.units.minus(before?.units ?? ZERO))

/** What an entry adds to all figures of each order line. Units that go from one figure to another add nothing. */
function addedUnits({ figures = [] }: StockEntry) {
  const lines = groupBy(figures, ({ reference, line }) => `${line} ${reference}`)
  return [...lines.values()].map((ofLine) => sum(ofLine.map(({ units }) => units))).filter((units) => units.gt(ZERO))
}
