import type { Caller } from '../../../../shared/contract/core/access.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import type { Quantity } from '../../../../shared/quantity.ts'
import type { RecordChange, VersionedView } from '../../records/versioned-records.ts'
import type { LedgerRecord } from '../ledger/ledger.model.ts'
import type { LevelFigures, ReorderLevels } from '../levels/level.model.ts'
import type { LotSelection, Purpose } from '../lots/choose-lots.ts'
import type { DaysOf } from '../lots/expiry.ts'
import type { Lot } from '../lots/lot.model.ts'
import type { ReservationRecord } from '../reservations/records/reservation.model.ts'
import type { FigureChange, StockEffect } from './effect.ts'

/**
 * A kind of stock change: reads the stock it needs and returns the effect, or throws the AppError that refuses the
 * request. A plan writes nothing. The engine runs it inside the transaction, again on each repeat, so it depends on its
 * arguments alone. A new kind of stock change is a new plan: read through `stock`, decide, return entries, documents,
 * events and the result.
 */
export type Plan<A> = (stock: StockView, numbers: Numbers) => Promise<PlanEffect<A>>

export interface PlanEffect<A> extends StockEffect<A> {
  /** Planned on the stock as this effect leaves it, in the same transaction. It must not refuse; its result is not used. */
  readonly next?: Plan<unknown> | undefined
}

/**
 * The stock in the snapshot of the transaction, with the effects of the plans before this one laid over it.
 * A plan may read and change the lots of those items only that its command names.
 */
export interface StockView {
  /** The time of the transaction, the same for every plan in it. */
  readonly now: Date
  /** Reads the level of the item and the lots that are chosen from by one command; each would be one of its own. */
  lookAhead(selection: LotSelection, purpose: Purpose): Promise<void>
  lot(recNo: number): Promise<Lot | undefined>
  /**
   * Lots that the selection allows and that have usable units, which are all of a lot's by default; in the sequence of
   * choice, enough for `units` or all there are.
   */
  candidates(
    selection: LotSelection,
    purpose: Purpose,
    units: Quantity,
    usableUnits?: (lot: Lot) => Quantity,
  ): Promise<Lot[]>
  /** Figures of an item in a warehouse, zero where there is nothing; reservations whose time has passed do not count. */
  level(partNo: number, wid: number): Promise<LevelFigures>
  /** When an item is reordered for a warehouse; undefined if nobody said. */
  reorderLevels(partNo: number, wid: number): Promise<ReorderLevels | undefined>
  /** Number of the last transaction that changed the item's level in a warehouse; 0 if there is none. */
  lastTransactionNo(partNo: number, wid: number): Promise<number>
  /** Reservations of an item that are active although their time has passed. */
  lapsed(partNo: number): Promise<Lapsed>
  /** How many lots at one spot are in stock, without the effects of plans before this one. */
  countLots(cell: Pick<Lot, 'partNo' | 'wid' | 'spot'>): Promise<number>
  /** Number of a lot in stock of the item with this serial number, in any warehouse; undefined if no lot has it. */
  lotWithSerial(partNo: number, serial: string): Promise<number | undefined>
  /** Lots of an item in a warehouse that have expired and are not on hold. */
  expiredLots(partNo: number, wid: number): Promise<Lot[]>
  /** When the item's last entry of the ledger happened; undefined if it has none. */
  lastEntryAt(partNo: number): Promise<Date | undefined>
  /** The same stock for what happened at a moment of the past: lots that have expired since then can be taken. */
  asOf(moment: Date): StockView
  /** Other records of inventory's database, such as order lines; they are changed by `StockEffect.records`. */
  readonly records: Pick<VersionedView, 'get' | 'find'>
  /** What documents do when stock changes. */
  readonly hooks: StockHooks
  /** The days of a warehouse. */
  readonly daysOf: DaysOf
}

export interface Lapsed {
  /** First to end first. */
  readonly lapsed: readonly ReservationRecord[]
  /** The end of the first reservation that has not lapsed; null if there is none. */
  readonly next: Date | null
  /** Whether the earliest end in the level row has passed, so that it is to be renewed. */
  readonly isDue: boolean
}

/**
 * New record numbers, unique over all processes and taken outside of the transaction: those of a plan that fails are
 * gaps.
 */
export interface Numbers {
  /** For a new lot. */
  recNo(): Promise<number>
  /** For a new reservation. */
  reservationID(): Promise<number>
  /** For a new entry of the ledger. */
  transactionNo(): Promise<number>
}

/** An item in a warehouse. */
export interface LevelKey {
  readonly partNo: number
  readonly wid: number
}

/** A line of a document that a receipt or an issue names. */
export interface NamedLine extends LevelKey {
  readonly reference: string
  readonly line: number
}

/** What a request does with the units of a line that it names. */
export type LineMovement = 'receive' | 'issue'

/** What a stock change does to documents. */
export interface DocumentEffect {
  readonly figures: readonly FigureChange[]
  readonly records: readonly RecordChange[]
  readonly events?: readonly OutgoingEvent[] | undefined
}
/** Units reserved for a line, beside those of reservations; an issue that names the line takes them. */
export interface ReservedUnits {
  readonly units: Quantity
  /** At most as many as are left. */
  take(units: Quantity): DocumentEffect
}

/** What units of an item in a warehouse are reserved for; `others` if the caller may not read it. */
export interface NamedReservation {
  readonly to: string
  readonly units: Quantity
}

/** Why reserved units cannot be had. */
export type LossReason = 'held' | 'expired' | 'lost'

/**
 * What a family of documents does when stock changes. All is optional, and may throw the AppError that refuses the
 * change.
 */
export interface DocumentHooks {
  /** The item and warehouse of a line that the family keeps, and whether it keeps a document of that number. */
  findLine?(
    stock: StockView,
    named: NamedLine,
  ): Promise<{ readonly line: LevelKey | undefined; readonly isKept: boolean }>
  /** Throws the AppError that names the operation to use, if the family moves the units of that line itself. */
  refuse?(stock: StockView, named: NamedLine, movement: LineMovement): Promise<void>
  /** A receipt names a line. Undefined if the family has no such line of the item and warehouse. */
  receive?(stock: StockView, named: NamedLine, units: Quantity, no: number): Promise<DocumentEffect | undefined>
  /** The units reserved for a line that an issue names. */
  reserved?(stock: StockView, named: NamedLine): Promise<readonly ReservedUnits[]>
  /** Units were issued to a line. */
  issue?(stock: StockView, named: NamedLine, units: Quantity): Promise<DocumentEffect>
  /** A transaction is reversed; `figures` are its changes of lines that no family before has reversed. */
  reverse?(stock: StockView, entry: LedgerRecord, figures: LineFigures): Promise<DocumentEffect>
  /** What the family has reserved of an item in a warehouse, beside reservations and packs. */
  namedReservations?(stock: StockView, key: LevelKey, caller: Caller | undefined): Promise<readonly NamedReservation[]>
  /** Called when units of levels are put on hold, expire or leave: decides what becomes of the reserved ones. */
  lose?(keys: readonly LevelKey[], why: LossReason): Plan<undefined>
}

/** Changes of lines' figures, as the ledger has them. */
export type LineFigures = LedgerRecord['figures']

/** The hooks of all families, as the kernel asks them. */
export interface StockHooks {
  receive(stock: StockView, named: Named, units: Quantity, transactionNo: number): Promise<DocumentEffect>
  reserved(stock: StockView, named: Named): Promise<readonly ReservedUnits[]>
  issue(stock: StockView, named: Named, units: Quantity): Promise<DocumentEffect>
  reverse(stock: StockView, entry: LedgerRecord): Promise<DocumentEffect>
  namedReservations(stock: StockView, key: LevelKey, caller: Caller | undefined): Promise<readonly NamedReservation[]>
  lose(keys: readonly LevelKey[], why: LossReason): Plan<undefined> | undefined
}

/** What a request says of a line; both or none name one. */
export type Named = LevelKey & { readonly reference?: string | undefined; readonly line?: number | undefined }
