import { firstOf, lastOf } from '../../fold/days.ts'
import type { Schemas } from '../http/contract.ts'
import { list } from '../http/operations.ts'

export type Entry = Schemas['Transaction']
/** What a person can restrict the ledger to. */
export interface LedgerFilters {
  readonly itemID?: string | undefined
  readonly wid?: number | undefined
  readonly recno?: number | undefined
  readonly type?: Entry['type'] | undefined
  readonly reference?: string | undefined
  /** Name of the person. */
  readonly actor?: string | undefined
  /** Days of the viewer's zone. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly transactionNo?: number | undefined
}

const entries = list('ledger', '/Inventory/Transactions', 250)

/** Entries of the ledger, newest first. */
export const ledgerList = ({ from, to, ...filters }: LedgerFilters) =>
  entries({ ...filters, from: from && firstOf(from), to: to && lastOf(to) })
