import type { WarehouseScope } from '../../../shared/contract/core/access.ts'

/** A moment of the past: what the feed had up to `sequence`, and of that what had happened up to `at`. */
export interface Moment {
  readonly sequence: number
  readonly at: Date
}

/** What a report is restricted to. */
export interface Selection {
  readonly wids: WarehouseScope
  /** Undefined for all items. */
  readonly partNos?: readonly number[] | undefined
}

/** A state with the present ShortID of its item. */
export type Named<S> = S & { readonly shortID: string }
