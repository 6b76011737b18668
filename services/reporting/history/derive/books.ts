import type { Quantity } from '../../../../shared/quantity.ts'
import type { ValueSum } from '../records/cell-state.model.ts'
import type { Layer } from './layer.ts'
import type { LayerQueue, LotLayer } from './layer-queue.ts'

/** Units that have a price, and what they are worth at their average. */
export interface Pool {
  readonly priced: Quantity
  readonly value: Quantity
}

/** What a lot in transit carries: at its own price, at the average with which it left, and as layers. */
export interface Load {
  readonly recNo: number
  readonly partNo: number
  readonly wid: number
  readonly lotValue: Quantity
  readonly average: Pool
  readonly layers: readonly Layer[]
}

/** What an entry took of the stock of a warehouse: its reversal puts the same back. */
export interface Withdrawal {
  readonly transactionNo: number
  readonly averageValue: Quantity
  readonly layers: readonly LotLayer[]
}

/** The values of an item in its warehouses and transits; an entry changes them. */
export interface Books {
  pool(wid: number): Pool
  setPool(wid: number, pool: Pool): void
  queue(wid: number): LayerQueue
  load(recNo: number, wid: number): Load
  setLoad(load: Load): void
  withdrawal(transactionNo: number): Withdrawal | undefined
  addWithdrawal(withdrawal: Withdrawal): void
  /** Adds to a sum of all that happened to the item in a warehouse. */
  post(wid: number, name: ValueSum, value: Quantity): void
}
