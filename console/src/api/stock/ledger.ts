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
}

/** Entries of the ledger, newest first. */
export const ledgerList = list('ledger', '/Inventory/Transactions', 250)
