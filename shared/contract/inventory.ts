import { books } from './inventory/books.ts'
import { history } from './inventory/history.ts'
import { lists } from './inventory/lists.ts'
import { previews } from './inventory/previews.ts'
import { registries } from './inventory/registries.ts'
import { stock } from './inventory/stock.ts'
import { defineService } from './operation.ts'

export type { HoldInput, Reversed, ReverseInput } from './inventory/history.ts'
export type { Preview } from './inventory/previews.ts'
export {
  LedgerEntry,
  Lot,
  type LotStep,
  StockLevel,
  Transaction,
  type TransactionType,
  transactionTypes,
  withinScope,
} from './inventory/records.ts'
export type { Issued, IssueInput, Moved, MoveInput, Received, ReceiveInput } from './inventory/stock.ts'

/** Lots, levels and what changes them. */
export const inventory = defineService('inventory', {
  ...lists,
  ...history,
  ...previews,
  ...stock,
  ...registries,
  ...books,
})
