import type { DocumentPayload } from '../../../../../shared/contract/notifications/document-payload.ts'
import type { Counters } from '../../../../../shared/database/counters.ts'
import { field } from '../../../../../shared/database/record-fields.ts'
import type { OutgoingEvent } from '../../../../../shared/messaging/events/outbox.ts'
import type { FamilyKey } from '../../../../../shared/names/families.ts'
import type { Quantity, StoredQuantity } from '../../../../../shared/quantity.ts'
import type { ItemRecord } from '../../../masters/item.model.ts'
import type { customers } from '../../../masters/party.model.ts'
import type { Records, VersionedRecord } from '../../../records/versioned-records.ts'
import type { StockEntry } from '../../../stock/engine/effect.ts'
import type { LevelKey, StockView } from '../../../stock/engine/plan.ts'
import type { OrderFigure } from '../../../stock/levels/level.model.ts'
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
export interface Line extends VersionedRecord, LevelKey {
  readonly _id: string
  readonly lineNo: number
  readonly shortID: string
  /** Absent from lines of earlier versions, and from families whose lines are not dated. */
  readonly modified?: Date
}

/** A header without its version, and a line without version and time: the write sets these. */
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
 * Declares a family of numbered documents with lines, such as purchase orders. Steps, numbers, lists, ledger entries and
 * reconciliation are derived from it (docs/architecture.md#documents).
 *
 * @typeParam T data that a step passes to `events` besides header and lines
 */
export interface Family<H extends Header, L extends Line, T = undefined> {
  /** The names of the family, as shared/names/families.ts says. */
  readonly key: FamilyKey
  readonly kind: string
  readonly whole: string
  readonly prefix: string
  /** Text of a status in messages such as `Shipping order SO-1 is closed.`; lower case by default. */
  readonly statusInSentence?: (status: string) => string
  /** The field that holds the document's number in lines and in responses. */
  readonly numberField: keyof L & string
  readonly headers: Records<H>
  readonly lines: Records<L>
  readonly lineId: LineId
  /** Assigns a number if the request gives none; by default the next one of the year. */
  readonly nextNumber?: (counters: Counters) => Promise<string>
  /** Whether lines store the time of their last change. */
  readonly linesAreDated?: true
  readonly list: DocumentList
  /**
   * What its steps change besides the document: nothing, figures of levels, or also reservations. A step that changes
   * reservations first ends those whose time has passed.
   */
  readonly touches: 'nothing' | 'figures' | 'claims'
  readonly found: Found<H>
  readonly atp?: AvailableUnits<H, L>
  /** Warehouses of the header itself, which are added to those of the lines. */
  readonly widsOf?: (header: Unversioned<H>) => readonly number[]
  /** Header fields that count lines, each with its condition. */
  readonly counts?: Readonly<Record<string, (line: Unwritten<L>) => boolean>>
  /** Header fields that sum over lines, each with the term of a line. */
  readonly sums?: Readonly<Record<string, (line: Unwritten<L>) => Quantity>>
  /** The status, if it follows from the header's counts or from its lines (all of them). */
  readonly statusOf?: (header: Unversioned<H>, lines: readonly Unwritten<L>[]) => H['status']
  /** Quantities of a line that must add up, at every write and in reconcile. */
  readonly conserved?: Conserved
  /** Quantities of a line that are computed from its other fields; checked by reconcile. */
  readonly follows?: Readonly<Record<string, (line: Unwritten<L>) => Quantity>>
  /** The quantity of a line that is part of a figure of its item's level. */
  readonly figures?: Figures<L>
  /** Quantities of a line that must equal sums of ledger entries; checked by reconcile. */
  readonly entered?: Entered
  /** What reports get of a header that has changed. */
  readonly payloadOf?: (header: H) => Partial<DocumentPayload>
  /** What they get of a line that has changed from `before`. */
  readonly payloadOfLine?: (line: L, before: L | undefined) => Partial<DocumentPayload>
  readonly events?: (
    before: H | undefined,
    after: Unversioned<H>,
    changes: readonly LineChange<L>[],
    included: T | undefined,
  ) => OutgoingEvent[]
}

/** Quantities of a line that always add up: the terms to the whole, and none of them is negative. */
export interface Conserved {
  readonly whole: string
  readonly terms: readonly string[]
}

/** What a search says of a document, and finds it by besides its number. */
export interface Found<H> {
  /** What a hit is called. */
  readonly nameOf: (header: H) => string
  /** Customers or vendors, whose orders are found by their names. */
  readonly party?: { readonly of: typeof customers; readonly field: 'customerNo' | 'vendorNo' }
  /** The header field `reference`, which has an index. */
  readonly referenceOf?: (header: H) => string
}

/** Units that lines will bring or need (`units` of the family's names), beside what they have committed. */
export interface AvailableUnits<H, L> {
  /** Which lines may have any. */
  readonly where: object
  readonly unitsOf: (line: L) => Quantity
  /** When; null if the document does not say. */
  readonly dateOf: (header: H) => Date | null
  /** What is reserved for a document is not needed again. */
  readonly isReserved?: true
}

/** A quantity of lines that is part of a figure of levels. */
export interface Figures<L> {
  readonly figure: OrderFigure
  /** Field of the quantity. */
  readonly field: keyof L & string
  /** Units and remark of the ledger entry for a change of the quantity that moves no stock. */
  readonly entry?: (line: Unwritten<L>) => { readonly units: StoredQuantity; readonly remark?: string }
}

/** For each quantity, the types of entries of the figure that add to it (`1`) or take from it (`-1`). */
export interface Entered {
  readonly figure: OrderFigure
  readonly types: Readonly<Record<string, Readonly<Record<string, 1 | -1>>>>
}

/** Items and warehouses that a document and a request for it name. */
export interface References {
  readonly partNos: readonly number[]
  readonly wids: readonly number[]
}

/**
 * Makes the result for a document from what `PrepareResult` has read. In a transaction it also gets the stock and the
 * entries that have changed it.
 */
export type ToResult<H, L, A> = (
  header: Unversioned<H>,
  lines: readonly Unwritten<L>[],
  transaction?: { readonly stock: StockView; readonly entries: readonly StockEntry[] },
) => A | Promise<A>

export type PrepareResult<H, L, A> = (
  references: References,
  known?: Iterable<ItemRecord>,
) => Promise<ToResult<H, L, A>>

/** What every header stores besides what its family declares; `_id` is the number. */
export const storedByHeaders = {
  _id: field.text,
  totalLines: field.number,
  /** The warehouses that decide who sees it, and the items of its lines, ascending. */
  wids: field.numbers,
  partNos: field.numbers,
  modified: field.date,
  version: field.number,
}

/** What every line stores in addition. */
export const storedByLines = {
  _id: field.text,
  lineNo: field.number,
  partNo: field.number,
  shortID: field.text,
  wid: field.number,
  version: field.number,
}

/** Id of a line of a document. Stored ids stay as they are, so each family keeps one of the two ways. */
export type LineId = (number: string, lineNo: number) => string

/** Of purchase orders and work orders. */
export const numberFirst: LineId = (number, lineNo) => `${number}/${lineNo}`
/** Of all others. */
export const lineFirst: LineId = (number, lineNo) => `${lineNo}/${number}`
