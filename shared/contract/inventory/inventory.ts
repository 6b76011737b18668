import { defineService } from '../core/operation.ts'
import { history } from './history.ts'
import { lists } from './lists.ts'
import { previews } from './previews.ts'
import { books } from './reconciliation.ts'
import { registries } from './registries.ts'
import { stock } from './stock.ts'

export type { HoldInput, Reversed, ReverseInput } from './history.ts'
export type { Preview } from './previews.ts'
export {
  LedgerEntry,
  Lot,
  type LotStep,
  StockLevel,
  Transaction,
  type TransactionType,
  transactionTypes,
  withinScope,
} from './records.ts'
export type { Issued, IssueInput, Moved, MoveInput, Received, ReceiveInput } from './stock.ts'

/** Lots, levels and what changes them. */
export const inventory = defineService('inventory', {
  ...lists,
  ...history,
  ...previews,
  ...stock,
  ...registries,
  ...books,
})
