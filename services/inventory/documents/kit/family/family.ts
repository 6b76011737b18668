import type { Caller } from '../../../../../shared/contract/core/access.ts'
import type { Counters } from '../../../../../shared/database/counters.ts'
import type { OutgoingEvent } from '../../../../../shared/messaging/events/outbox.ts'
import type { ItemRecord } from '../../../masters/items/item.model.ts'
import type { Quantity, StoredQuantity } from '../../../records/quantity.ts'
import type { Documents, VersionedRecord } from '../../../records/versioned-documents.ts'
import type { StockEntry } from '../../../stock/engine/effect.ts'
import type { Place, StockView } from '../../../stock/engine/plan.ts'
import type { OrderFigure } from '../../../stock/levels/level.model.ts'
import type { Conserved } from './conserved.ts'
import type { DocumentList } from './document-list.ts'

/** A document without its lines; `_id` is its number. */
export interface Header extends VersionedRecord {
  readonly _id: string
  readonly status: string
  readonly totalLines: number
  /** The warehouses that decide who sees it, and the items of its lines, ascending. */
  readonly wids: readonly number[]
  readonly partNos: readonly number[]
  readonly modified: Date
}

/** A line, in a warehouse whose figures it counts in. */
export interface Line extends VersionedRecord, Place {
  readonly _id: string
  readonly lineNo: number
  readonly shortID: string
  /** Absent from lines of earlier versions, and from families whose lines are not dated. */
  readonly modified?: Date
}

/** A header or a line without what is set when it is written. */
export type Unversioned<H> = Omit<H, 'version'>
export type Unwritten<L> = Omit<L, 'version' | 'modified'>

/** A line before and after; one that is added has no `before`. */
export interface LineChange<L> {
  readonly before: L | undefined
  readonly after: Unwritten<L>
}

/** By rising number. */
export const byLineNo = (one: Pick<Line, 'lineNo'>, other: Pick<Line, 'lineNo'>) => one.lineNo - other.lineNo

/**
 * A family of numbered documents with lines, such as purchase orders. Everything that all families do follows from this
 * declaration: steps, numbers, lists, entries of the ledger, reconciliation (docs/architecture.md#documents).
 *
 * @typeParam T what a step tells its events besides header and lines
 */
export interface Family<H extends Header, L extends Line, T = undefined> {
  /** As messages call it: `There is no purchase order PO-1.` */
  readonly kind: string
  /** What messages call the whole that a line is one of. */
  readonly whole: 'order' | 'transit' | 'count' | 'loan'
  /** How a status is called in `Shipping order SO-1 is closed.`; in small letters by default. */
  readonly statusInSentence?: (status: string) => string
  /** The field of a line, and of answers, with the number. */
  readonly numberField: keyof L & string
  readonly headers: Documents<H>
  readonly lines: Documents<L>
  readonly lineId: (number: string, lineNo: number) => string
  /** A number for a document that is given none. */
  readonly nextNumber: (counters: Counters) => Promise<string>
  /** Whether lines have a time of their last change. */
  readonly linesAreDated?: true
  readonly list: DocumentList
  /** What its changes touch of stock. Where claims are touched, reservations whose time has passed are taken off too. */
  readonly touches: 'nothing' | 'figures' | 'claims'
  /** Throws 403 unless the caller may see the document. */
  readonly authorize: (header: Unversioned<H>, caller: Caller | undefined) => void
  /** The warehouses of the header itself; those of its lines are added. */
  readonly widsOf?: (header: Unversioned<H>) => readonly number[]
  /** Fields of the header with the number of lines of which this is true. */
  readonly counts?: Readonly<Record<string, (line: Unwritten<L>) => boolean>>
  /** Fields of the header with a sum over its lines. */
  readonly sums?: Readonly<Record<string, (line: Unwritten<L>) => Quantity>>
  /** The status that follows from counts, or from the lines: all of them, where it does. */
  readonly statusOf?: (header: Unversioned<H>, lines: readonly Unwritten<L>[]) => H['status']
  /** Quantities of a line that always add up. */
  readonly conserved?: Conserved
  /** Quantities of a line that follow from its other fields. */
  readonly follows?: Readonly<Record<string, (line: Unwritten<L>) => Quantity>>
  /** What counts of a line in the level of its item. */
  readonly figures?: Figures<L>
  /** What the ledger says that was done with a line, by the quantity of the line that must be the same. */
  readonly entered?: Entered
  readonly events?: (
    before: H | undefined,
    after: Unversioned<H>,
    changes: readonly LineChange<L>[],
    telling: T | undefined,
  ) => OutgoingEvent[]
}

/** Units of a line that count in a figure of its item's level. */
export interface Figures<L> {
  readonly figure: OrderFigure
  /** The quantity of the line that counts. */
  readonly field: keyof L & string
  /** The ledger's entry of a change of it that moves no stock. */
  readonly entry?: (line: Unwritten<L>) => { readonly units: StoredQuantity; readonly remark?: string }
}

/** Types of ledger entries by the quantity of a line that they add to (`1`) or take from (`-1`); they change the figure. */
export interface Entered {
  readonly figure: OrderFigure
  readonly types: Readonly<Record<string, Readonly<Record<string, 1 | -1>>>>
}

/** What a document refers to, with what a request adds. */
export interface References {
  readonly partNos: readonly number[]
  readonly wids: readonly number[]
}

/** Describes a document; what it refers to was read before. In a transaction, `entries` changed the stock besides. */
export type ToAnswer<H, L, A> = (
  header: Unversioned<H>,
  lines: readonly Unwritten<L>[],
  transaction?: { readonly stock: StockView; readonly entries: readonly StockEntry[] },
) => A | Promise<A>

export type PrepareAnswer<H, L, A> = (
  references: References,
  known?: Iterable<ItemRecord>,
) => Promise<ToAnswer<H, L, A>>
