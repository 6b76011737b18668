import { compareNaturally } from '../../../shared/names/natural-order.ts'

/** Lots by where they are: an aisle for each row, a place in it for each column. */
export interface SpotGrid {
  readonly aisles: readonly string[]
  readonly places: readonly string[]
  /** How many lots are at a place; 0 for none. */
  readonly countAt: (aisle: string, place: string) => number
  readonly most: number
}

interface Placed {
  readonly warehouse: string
  readonly spot: string
}

/** A spot `A-01-2` is the place `01-2` of the aisle `A`; one without a dash is an aisle of one place. */
export function toSpotGrid(lots: readonly Placed[]): SpotGrid {
  const counts = new Map<string, Map<string, number>>()
  for (const { warehouse, spot } of lots) {
    const [first = '', ...rest] = spot.split('-')
    const aisle = `${warehouse} ${first || 'no spot'}`
    const places = counts.get(aisle) ?? new Map<string, number>()
    const place = rest.join('-') || '–'
    counts.set(aisle, places.set(place, (places.get(place) ?? 0) + 1))
  }
  const rows = [...counts.values()]
  return {
    aisles: [...counts.keys()].toSorted(compareNaturally),
    places: [...new Set(rows.flatMap((places) => [...places.keys()]))].toSorted(compareNaturally),
    countAt: (aisle, place) => counts.get(aisle)?.get(place) ?? 0,
    most: Math.max(0, ...rows.flatMap((places) => [...places.values()])),
  }
}
