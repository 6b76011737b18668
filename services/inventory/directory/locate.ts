import type { WarehouseScope } from '../../../shared/contract/access.ts'
import type { SortDirection } from '../../../shared/contract/paging.ts'

/** A stretch of the order with its count, oldest first; `until` is where the next one begins. */
export interface Stretch {
  readonly from: Date
  readonly until: Date
  readonly count: number
}

/** Which part of the order a page is in, where one edge or both are needed to find it. */
export interface Bounds {
  readonly $gte?: Date
  readonly $lt?: Date
}

/** Where a page begins: the records within the bounds, less the first `skip`. */
export interface Position {
  readonly bounds: Bounds
  readonly skip: number
}

/** The `limit` records that `offset` others precede, found by counting stretches instead of records. */
export function locate(
  sealed: readonly Stretch[],
  newest: number,
  { offset, limit, direction }: { offset: number; limit: number; direction: SortDirection },
): Position {
  // What is newer than the sealed stretches is one more of them, without an end.
  const open = { from: sealed.at(-1)?.until, until: undefined, count: newest }
  const stretches = direction === 1 ? [...sealed, open] : [open, ...sealed.toReversed()]
  let before = 0
  let skip = offset
  let first: (typeof stretches)[number] | undefined
  for (const stretch of stretches) {
    if (!first && offset < before + stretch.count) {
      first = stretch
      skip = offset - before
    }
    before += stretch.count
    if (first && offset + limit <= before) return { bounds: between(first, stretch, direction), skip }
  }
  return { bounds: first ? between(first, undefined, direction) : {}, skip }
}

type Edges = { readonly from: Date | undefined; readonly until: Date | undefined }

/** From the stretch where a page begins to the one where it ends; undefined: to the end of the order. */
function between(first: Edges, last: Edges | undefined, direction: SortDirection): Bounds {
  const [older, newer] = direction === 1 ? [first, last] : [last, first]
  return { ...(older?.from && { $gte: older.from }), ...(newer?.until && { $lt: newer.until }) }
}

/** How many of a bucket's records a scope sees. */
export function countIn(counts: ReadonlyMap<string, number>, scope: WarehouseScope): number {
  let total = 0
  if (scope === 'all') for (const count of counts.values()) total += count
  else for (const wid of scope) total += counts.get(String(wid)) ?? 0
  return total
}
