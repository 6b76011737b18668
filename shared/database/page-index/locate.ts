import type { SortDirection } from '../../contract/core/paging.ts'
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
}

/** The start of a page: the records within the bounds, less the first `skip`. */
export interface Position {
  readonly bounds: Bounds
  readonly skip: number
  /** Number of segments within the bounds. */
  readonly segments: number
}

/** A page of a list by number of records. */
export interface PageRange {
  readonly offset: number
  readonly limit: number
  readonly direction: SortDirection
}

/** Finds the `limit` records behind the first `offset` by adding up segments instead of walking over records. */
export function locate({ starts, counts }: Segments, { offset, limit, direction }: PageRange): Position {
  const end = starts.length - 1
  let before = 0
  let position: { first: number; skip: number } | undefined
  for (let step = 0; step <= end; step++) {
    const index = direction === 1 ? step : end - step
    const count = counts[index] ?? 0
    if (!position && offset < before + count) position = { first: index, skip: offset - before }
    before += count
    if (position && (offset + limit <= before || step === end)) {
      const segments = Math.abs(index - position.first) + 1
      return { bounds: boundsOf(starts, position.first, index), skip: position.skip, segments }
    }
  }
  return { bounds: {}, skip: offset, segments: end + 1 }
}

/**
 * From the start of the lower segment to the end of the higher one. The lower edge is always there, even if no record is
 * below it: without it, DocumentDB may read and sort the whole collection.
 */
function boundsOf(starts: readonly Key[], first: number, last: number): Bounds {
  const start = starts[Math.min(first, last)]
  const end = starts[Math.max(first, last) + 1]
  return { ...(start !== undefined && { $gte: start }), ...(end !== undefined && { $lt: end }) }
}
