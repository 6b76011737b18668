import type { SortDirection } from '../../contract/core/paging.ts'
import type { Key } from './page-index.model.ts'

/** How many records a viewer sees in each stretch of the order, lowest first. */
export interface Stretches {
  /** Where each stretch begins; the last one has no end. */
  readonly starts: readonly Key[]
  readonly counts: readonly number[]
}

/** Which part of the order a page is in, where one edge or both are needed to find it. */
export interface Bounds {
  readonly $gte?: Key
  readonly $lt?: Key
}

/** Where a page begins: the records within the bounds, less the first `skip`. */
export interface Position {
  readonly bounds: Bounds
  readonly skip: number
  /** How many stretches the bounds enclose. */
  readonly stretches: number
}

/** A page's place in the order. */
export interface PageRange {
  readonly offset: number
  readonly limit: number
  readonly direction: SortDirection
}

/** The `limit` records that `offset` others precede, found by counting stretches instead of records. */
export function locate({ starts, counts }: Stretches, { offset, limit, direction }: PageRange): Position {
  const end = starts.length - 1
  let before = 0
  let position: { first: number; skip: number } | undefined
  for (let step = 0; step <= end; step++) {
    const index = direction === 1 ? step : end - step
    const count = counts[index] ?? 0
    if (!position && offset < before + count) position = { first: index, skip: offset - before }
    before += count
    if (position && (offset + limit <= before || step === end)) {
      const stretches = Math.abs(index - position.first) + 1
      return { bounds: between(starts, position.first, index), skip: position.skip, stretches }
    }
  }
  return { bounds: {}, skip: offset, stretches: end + 1 }
}

/**
 * From the lower of two stretches to the end of the higher one. Always with a lower edge, though nothing may be below it: a
 * database that is told none may read all and sort it.
 */
function between(starts: readonly Key[], first: number, last: number): Bounds {
  const start = starts[Math.min(first, last)]
  const end = starts[Math.max(first, last) + 1]
  return { ...(start !== undefined && { $gte: start }), ...(end !== undefined && { $lt: end }) }
}
