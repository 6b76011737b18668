import type { WarehouseScope } from '../../../shared/contract/core/access.ts'
import type { ReportedFamily } from '../../../shared/names/families.ts'
import type { Quantity } from '../../../shared/quantity.ts'
import type { Load } from './derive/books.ts'
import type { CellState, worth } from './derive/cell-state.ts'
import type { LotState } from './derive/lot-state.ts'
import type { OrderLineState } from './derive/order-line-state.ts'
import type { DerivedPage, FeedChange } from './derived-page.ts'
import type { CountedLineRecord } from './records/counted-line.model.ts'
import type { DeedRecord } from './records/deed.model.ts'

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

export type { FeedChange } from './derived-page.ts'

/** What is derived from the feed, of one generation. */
export interface History {
  /** Makes collections and indexes. */
  prepare(): Promise<void>
  /**
   * What follows from changes, or from the first of them, ascending and each exactly once: from what is written, and from
   * the page before, if that is not written yet. It may be written only after that, and if nothing else was.
   */
  derive(changes: readonly FeedChange[], before?: DerivedPage): Promise<DerivedPage>
  drop(): Promise<void>
}

/** Lines of orders that have open units, or are due in a period. */
export type WhichLines = 'open' | { readonly dueFrom: Date; readonly dueTo: Date }

/** Units of an order's line that came or were shipped at a moment; negative if they were reversed. */
export interface Delivery {
  readonly number: string
  readonly lineNo: number
  readonly at: Date
  readonly units: Quantity
}

/** When an item is reordered for a warehouse. */
export interface ReorderPoint {
  readonly partNo: number
  readonly wid: number
  readonly minimum: Quantity
  readonly reorderTo: Quantity
  readonly leadDays: number | null
}

/** What an item in a warehouse was worth after a change. */
export type CellValue = Pick<CellState, 'partNo' | 'wid' | 'at' | (typeof worth)[number]>

/** Entries of the ledger that a person made by a client. */
export interface DeedTotal extends Pick<DeedRecord, 'clientId' | 'actor' | 'type'> {
  /** Undefined unless the actor was verified. */
  readonly person: string | undefined
  readonly entries: number
  readonly units: Quantity
  /** Entries that had been reversed. */
  readonly reversals: number
}

/** What reports read. Each is in order, and of the past states only what had happened by the moment. */
export interface HistoryReads {
  /** Items in warehouses, by partNo and wid; also those of which nothing is left. */
  cells(moment: Moment, selection: Selection): AsyncIterable<Named<CellState>>
  /** What items in warehouses were worth after each change from `from` on, by time; those of one in their sequence. */
  values(from: Date, moment: Moment, selection: Selection): AsyncIterable<CellValue>
  /** Lots that are in warehouses or on their way there, by partNo, wid and recNo. */
  lots(moment: Moment, selection: Selection): AsyncIterable<Named<LotState>>
  /** What lots in transit carry now, of items. */
  loads(partNos: readonly number[]): Promise<readonly Load[]>
  /** When the first entry of the ledger of a period was made, if there is one. */
  firstDeed(from: Date, until: Date, selection: Selection): Promise<Date | undefined>
  /** Entries of a period, added up by client, person and type. */
  deedTotals(from: Date, until: Date, moment: Moment, selection: Selection): Promise<readonly DeedTotal[]>
  /** Lines of orders, by number and lineNo. */
  orderLines(
    family: ReportedFamily,
    moment: Moment,
    selection: Selection,
    which: WhichLines,
  ): AsyncIterable<Named<OrderLineState>>
  /** What came or was shipped of orders; that of a line by time. */
  deliveries(family: ReportedFamily, numbers: readonly string[], moment: Moment): Promise<readonly Delivery[]>
  /** By partNo and wid. */
  reorderPoints(moment: Moment, selection: Selection): Promise<readonly Named<ReorderPoint>[]>
  /** Lines of counts that were posted after `from`, by time. */
  countedLines(from: Date, moment: Moment, selection: Selection): AsyncIterable<CountedLineRecord>
  /** Items that match all that is given; undefined if nothing is. */
  findItems(by: {
    readonly itemID?: string | undefined
    readonly category?: number | undefined
  }): Promise<readonly number[] | undefined>
}
