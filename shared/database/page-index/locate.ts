import type { SortDirection } from '../../contract/core/paging.ts'
import { compareKeys } from './indexed-list.ts'
import type { Key } from './page-index.model.ts'

/** The number of visible records in each segment of a list, lowest keys first. */
export interface Segments {
  /** The first key of each segment; the last segment has no end. */
  readonly starts: readonly Key[]
  readonly counts: readonly number[]
}

/** The range of keys that holds a page; an edge that is not needed is absent. */
export interface Bounds {
  readonly $gte?: Key
  readonly $lt?: Key
  readonly $lte?: Key
}

/** The start of a page: the records within the bounds, less the first `skip`. */
export interface Position {
  readonly bounds: Bounds
  readonly skip: number
  /** Number of segments within the bounds. */
  readonly segments: number
  /** Whether no record of the list follows those within the bounds. */
  readonly isEnd: boolean
}

/** A page of a list by number of records, or what follows a key and those equal to it. */
export type PageRange = ({ readonly offset: number } | { readonly from: Key }) & {
  readonly limit: number
  readonly direction: SortDirection
}

/** Finds the `limit` records of a page by adding up segments instead of walking over records. */
export function locate(segments: Segments, range: PageRange): Position {
  const { first, before, skip } = 'from' in range ? firstAt(segments, range) : firstBehind(segments, range)
  const { starts, counts } = segments
  const { direction, limit } = range
  let last = first
  for (let found = before; found < limit && starts[last + direction] !== undefined; ) {
    last += direction
    found += counts[last] ?? 0
  }
  return {
    bounds: { ...boundsOf(starts, first, last), ...('from' in range && edgeAt(range)) },
    skip,
    segments: Math.abs(last - first) + 1,
    isEnd: starts[last + direction] === undefined,
  }
}

interface First {
  readonly first: number
  /** Records of the page that are in the first segment for certain. */
  readonly before: number
  readonly skip: number
}

/** The segment that has the record behind the first `offset`; the last segment if the list is shorter. */
function firstBehind({ starts, counts }: Segments, { offset, direction }: PageRange & { offset: number }): First {
  let [first, skip] = [direction === 1 ? 0 : starts.length - 1, offset]
  for (let count = counts[first] ?? 0; skip >= count && starts[first + direction] !== undefined; ) {
    skip -= count
    first += direction
    count = counts[first] ?? 0
  }
  return { first, before: Math.max(0, (counts[first] ?? 0) - skip), skip }
}

/** The segment of the key; how many of its records follow is not known. */
function firstAt({ starts }: Segments, { from }: PageRange & { from: Key }): First {
  const next = starts.findIndex((start) => compareKeys(start, from) > 0)
  return { first: Math.max(0, (next < 0 ? starts.length : next) - 1), before: 0, skip: 0 }
}

const edgeAt = ({ from, direction }: PageRange & { from: Key }): Bounds =>
  direction === 1 ? { $gte: from } : { $lte: from }

/**
 * From the start of the lower segment to the end of the higher one. The lower edge is always there, even if no record is
 * below it: without it, DocumentDB may read and sort the whole collection.
 */
function boundsOf(starts: readonly Key[], first: number, last: number): Bounds {
  const start = starts[Math.min(first, last)]
  const end = starts[Math.max(first, last) + 1]
  return { ...(start !== undefined && { $gte: start }), ...(end !== undefined && { $lt: end }) }
}
