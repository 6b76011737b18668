import type { ReservationRecord } from '../claims/reservation.model.ts'
import type { LevelFigures } from '../levels/level.model.ts'
import type { LotSelection, Purpose } from '../lots/choose-lots.ts'
import type { Lot } from '../lots/lot.model.ts'
import type { Quantity } from '../records/quantity.ts'
import type { DocumentView } from '../records/versioned-documents.ts'
import type { StockEffect } from './effect.ts'

/**
 * A kind of stock change: reads the stock it needs and returns the effect, or throws the AppError that refuses the request. A plan
 * writes nothing. The engine runs it inside the transaction, again on each repeat, so it depends on its arguments alone.
 * A new kind of stock change is a new plan: read through `stock`, decide, return entries, documents, events and the answer.
 */
export type Plan<A> = (stock: StockView, numbers: Numbers) => Promise<PlanEffect<A>>

export interface PlanEffect<A> extends StockEffect<A> {
  /** Planned on the stock as this effect leaves it, in the same transaction. It must not refuse; its answer is not used. */
  readonly next?: Plan<unknown> | undefined
}

/**
 * The stock in the snapshot of the transaction, with the effects of the plans before this one laid over it.
 * A plan may read and change the lots of those items only that its command names.
 */
export interface StockView {
  /** The time of the transaction, the same for every plan in it. */
  readonly now: Date
  lot(recNo: number): Promise<Lot | undefined>
  /**
   * Lots that the selection allows and that have usable units, which are all of a lot's by default; in the sequence of choice, enough
   * for `units` or all there are.
   */
  candidates(
    selection: LotSelection,
    purpose: Purpose,
    units: Quantity,
    usableUnits?: (lot: Lot) => Quantity,
  ): Promise<Lot[]>
  /** Figures of an item in a warehouse, zero where there is nothing; reservations whose time has passed do not count. */
  level(partNo: number, wid: number): Promise<LevelFigures>
  /** Number of the last transaction that changed the item's level in a warehouse; 0 if there is none. */
  lastTransactionNo(partNo: number, wid: number): Promise<number>
  /** Reservations of an item that are active although their time has passed. */
  lapsed(partNo: number): Promise<Lapsed>
  /** How many lots at one spot are in stock, without the effects of plans before this one. */
  countLots(cell: Pick<Lot, 'partNo' | 'wid' | 'spot'>): Promise<number>
  /** Lots of an item in a warehouse that have expired and are not on hold. */
  expiredLots(partNo: number, wid: number): Promise<Lot[]>
  /** Other documents of inventory's database, such as order lines; they are changed by `StockEffect.documents`. */
  readonly documents: Pick<DocumentView, 'get' | 'find'>
}

export interface Lapsed {
  /** First to end first. */
  readonly lapsed: readonly ReservationRecord[]
  /** The end of the first reservation that has not lapsed; null if there is none. */
  readonly next: Date | null
  /** Whether the earliest end in the level row has passed, so that it is to be renewed. */
  readonly isDue: boolean
}

/** New record numbers, unique over all processes and taken outside of the transaction: those of a plan that fails are gaps. */
export interface Numbers {
  /** For a new lot. */
  recNo(): Promise<number>
  /** For a new reservation. */
  reservationID(): Promise<number>
  /** For a new entry of the ledger. */
  transactionNo(): Promise<number>
}
