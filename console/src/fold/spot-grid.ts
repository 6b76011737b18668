import { compareNaturally } from '../../../shared/names/natural-order.ts'

/** Lots by where they are: an aisle for each row, a place in it for each column. */
export interface SpotGrid {
  readonly aisles: readonly string[]
  readonly bays: readonly string[]
  /** How many lots are at a place; 0 for none. */
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
    const bays = counts.get(aisle) ?? new Map<string, number>()
    const bay = rest.join('-') || '–'
    counts.set(aisle, bays.set(bay, (bays.get(bay) ?? 0) + 1))
  }
  const rows = [...counts.values()]
  return {
    aisles: [...counts.keys()].toSorted(compareNaturally),
    bays: [...new Set(rows.flatMap((bays) => [...bays.keys()]))].toSorted(compareNaturally),
    countAt: (aisle, spot) => counts.get(aisle)?.get(spot) ?? 0,
    most: Math.max(0, ...rows.flatMap((bays) => [...bays.values()])),
  }
}
