import type { CountOutcome } from '../../../../shared/contract/documents/count-records.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, smaller, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { CountRecord } from './count.model.ts'
import type { CountLine as Line } from './count-family.ts'

/** Counted less expected; zero while nothing is counted. */
export const differenceOf = ({ counted, expected }: Pick<Line, 'counted' | 'expected'>): Quantity =>
  counted ? toQuantity(counted).minus(toQuantity(expected)) : ZERO

/** The difference at the mean cost of the lots; null if no lot has a price. */
export const costOf = (line: Line): Quantity | null =>
  line.unitCost && differenceOf(line).times(toQuantity(line.unitCost))

/** Whether the difference of a line is too large for its counter to approve. A value that is not known is. */
export function isOverLimit(
  line: Line,
  { maxUnits, maxPercent, maxValue }: Pick<CountRecord, 'maxUnits' | 'maxPercent' | 'maxValue'>,
): boolean {
  const units = differenceOf(line).abs()
  if (units.eq(ZERO)) return false
  const value = costOf(line)
  return (
    (maxUnits !== null && units.gt(maxUnits)) ||
    (maxPercent !== null && units.times(100).gt(toQuantity(line.expected).times(maxPercent))) ||
    (maxValue !== null && (value === null || value.abs().gt(maxValue)))
  )
}

/** Units that one line has too few, and another line of the item too many: they lay at the wrong spot. */
export interface WrongSpot<L> {
  readonly from: L
  readonly to: L
  readonly units: Quantity
}

/** Pairs what is missing of an item with what was found of it at other spots, by rising line numbers. */
export function pairMoves<L extends Line>(lines: readonly L[]): WrongSpot<L>[] {
  const pairs: WrongSpot<L>[] = []
  for (const ofItem of groupBy(lines, ({ partNo }) => partNo).values()) {
    const inOrder = ofItem.toSorted((one, other) => one.lineNo - other.lineNo)
    const found = new Map(inOrder.map((line) => [line, differenceOf(line)]))
    for (const from of inOrder) {
      let missing = differenceOf(from).times(-1)
      for (const to of inOrder) {
        const units = smaller(found.get(to) ?? ZERO, missing)
        if (units.lte(ZERO)) continue
        pairs.push({ from, to, units })
        missing = missing.minus(units)
        found.set(to, (found.get(to) ?? ZERO).minus(units))
      }
    }
  }
  return pairs
}

/** What the pairs move to a line; negative if they move it away. */
export const movedOf = <L>(pairs: readonly WrongSpot<L>[], line: L): Quantity =>
  sum(pairs.flatMap(({ from, to, units }) => (to === line ? [units] : from === line ? [units.times(-1)] : [])))

export function outcomeOf(line: Line, moved: Quantity): CountOutcome {
  const difference = differenceOf(line)
  if (difference.eq(ZERO)) return 'match'
  if (difference.eq(moved)) return 'wrongSpot'
  if (difference.gt(ZERO)) return toQuantity(line.expected).eq(ZERO) ? 'found' : 'more'
  return line.counted && toQuantity(line.counted).eq(ZERO) ? 'missing' : 'less'
}
