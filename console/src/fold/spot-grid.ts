import { compareNaturally } from '../../../shared/names/natural-order.ts'

/** Lots by where they are: an aisle for each row, a column for each spot in it. */
export interface SpotGrid {
  readonly aisles: readonly string[]
  readonly columns: readonly string[]
  /** How many lots are at a spot; 0 for none. */
  readonly countAt: (aisle: string, spot: string) => number
  readonly most: number
}

interface Located {
  readonly warehouse: string
  readonly spot: string
}

/** A spot `A-01-2` is the place `01-2` of the aisle `A`; one without a dash is an aisle of one place. */
export function toSpotGrid(lots: readonly Located[]): SpotGrid {
  const counts = new Map<string, Map<string, number>>()
  for (const { warehouse, spot } of lots) {
    const [first = '', ...rest] = spot.split('-')
    const aisle = `${warehouse} ${first || 'no spot'}`
    const columns = counts.get(aisle) ?? new Map<string, number>()
    const column = rest.join('-') || '–'
    counts.set(aisle, columns.set(column, (columns.get(column) ?? 0) + 1))
  }
  const rows = [...counts.values()]
  return {
    aisles: [...counts.keys()].toSorted(compareNaturally),
    columns: [...new Set(rows.flatMap((columns) => [...columns.keys()]))].toSorted(compareNaturally),
    countAt: (aisle, spot) => counts.get(aisle)?.get(spot) ?? 0,
    most: Math.max(0, ...rows.flatMap((columns) => [...columns.values()])),
  }
}
