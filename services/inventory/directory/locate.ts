import type { WarehouseScope } from '../../../shared/contract/access.ts'
import type { SortDirection } from '../../../shared/contract/paging.ts'

/** A stretch of the order with its count, oldest first; `until` is where the next one begins. */
export interface Stretch {
  readonly from: Date
  readonly until: Date
  readonly count: number
}

/** Where a page begins: the records on this side of `bound`, less the first `skip`. */
export interface Position {
  readonly bound: { readonly $lt: Date } | { readonly $gte: Date } | undefined
  readonly skip: number
}

/** The place of the record that `offset` others precede, by counting stretches instead of records. */
export function locate(sealed: readonly Stretch[], newest: number, offset: number, direction: SortDirection): Position {
  if (direction === -1 && offset < newest) return { bound: undefined, skip: offset }
  const inOrder = direction === 1 ? sealed : sealed.toReversed()
  let before = direction === 1 ? 0 : newest
  for (const { from, until, count } of inOrder) {
    if (offset < before + count) {
      return { bound: direction === 1 ? { $gte: from } : { $lt: until }, skip: offset - before }
    }
    before += count
  }
  // Past all stretches: ascending, the newest records follow; descending, nothing does.
  const end = direction === 1 ? sealed.at(-1)?.until : sealed[0]?.from
  return { bound: end && (direction === 1 ? { $gte: end } : { $lt: end }), skip: offset - before }
}

/** How many of a bucket's records a scope sees. */
export function countIn(counts: ReadonlyMap<string, number>, scope: WarehouseScope): number {
  let total = 0
  if (scope === 'all') for (const count of counts.values()) total += count
  else for (const wid of scope) total += counts.get(String(wid)) ?? 0
  return total
}
