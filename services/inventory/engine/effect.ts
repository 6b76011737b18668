import type { TransactionType } from '../../../shared/contract/inventory/inventory.ts'
import type { Quantity } from '../../../shared/database/quantity.ts'
import type { LedgerRecord } from '../ledger/ledger.model.ts'
import type { Lot } from '../lots/lot.model.ts'
import type { OrderKind } from '../orders/order-line.model.ts'

/** A lot before and after; one that is made has no `before`. */
export interface LotChange {
  readonly before: Lot | undefined
  readonly after: Lot
}

/** Units that an order line no longer wants, because they came or went. */
export interface OrderProgress {
  readonly kind: OrderKind
  readonly wid: number
  readonly reference: string
  readonly line: number
  readonly units: Quantity
}

/** What the ledger keeps of the request itself. */
export type Told = Pick<
  LedgerRecord,
  'reasonCode' | 'reference' | 'remark' | 'wid' | 'spot' | 'shipToWid' | 'toSpot' | 'facts'
>

/** Everything that a stock transaction will change, decided before anything is written. */
export interface StockEffect<A> {
  readonly type: TransactionType
  readonly units: Quantity
  readonly changes: readonly LotChange[]
  readonly orderProgress: readonly OrderProgress[]
  /** The transaction that this one takes back. */
  readonly reverses?: number
  readonly told: Told
  readonly answer: A
}

/** Numbers that a transaction may use; what it does not use is a gap. */
export interface Numbers {
  readonly transactionNo: number
  readonly recNo: number
}

/** The lot changed as said; what is not said stays. */
export function change(lot: Lot, changes: Partial<Lot>, now: Date): LotChange {
  return { before: lot, after: { ...lot, ...changes, modified: now, version: lot.version + 1 } }
}

/** A new lot with the parent's data, holding some of its units. */
export function split(lot: Lot, recNo: number, units: Quantity, changes: Partial<Lot>, now: Date): LotChange[] {
  const part: Lot = { ...lot, ...changes, _id: recNo, units, parent: lot._id, modified: now, version: 1 }
  return [change(lot, { units: lot.units.minus(units) }, now), { before: undefined, after: part }]
}
