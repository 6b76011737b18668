import { withDryRuns } from '../core/dry-runs.ts'
import { defineService } from '../core/operation.ts'
import { status } from '../core/status.ts'
import { parties } from '../orders/parties.ts'
import { search } from '../search/search.ts'
import { batches } from './batch.ts'
import { documents } from './documents.ts'
import { dryRuns } from './dry-runs.ts'
import { history } from './history.ts'
import { historyImport } from './imported-movements.ts'
import { lists } from './lists.ts'
import { reconciliation } from './reconciliation.ts'
import { registries } from './registries.ts'
import { reorder } from './reorder.ts'
import { reservationOperations } from './reservations.ts'
import { stock } from './stock.ts'

export { type BatchAction, batchActions, batchLine, MAX_ATOMIC_ITEMS, type Planned } from './batch.ts'
export { MAX_BATCH_LINES } from './batch-lines.ts'
export type { LotIssue } from './history.ts'
export { type ImportedMovement, importedMovement } from './imported-movements.ts'
export { LedgerEntry, type LotAttributes, withinScope } from './records/ledger-event.ts'
export {
  type Amendment,
  type LevelFigure,
  Lot,
  LotDetails,
  type LotStep,
  levelFigures,
  type RequestDetails,
  StockLevel,
  Transaction,
  type TransactionType,
  transactionTypes,
} from './records/records.ts'
export type {
  AdjustInput,
  AmendInput,
  HoldInput,
  IssueInput,
  MoveInput,
  ReceiveInput,
  ReverseInput,
} from './stock-inputs.ts'
export { MAX_CELL_LOTS } from './stock-inputs.ts'
export type { Adjusted, Amended, Issued, Moved, Received, Reversed } from './stock-results.ts'

/** Dry runs of these contain more than the response of the write. */
const { receive, move, issue, adjust, ...othersOfStock } = stock

/** Lots, levels, the ledger, and the operations that change them. */
export const inventory = defineService('inventory', {
  ...search,
  ...lists,
  ...history,
  ...dryRuns,
  ...batches,
  ...historyImport,
  receive,
  move,
  issue,
  adjust,
  ...withDryRuns(othersOfStock),
  ...withDryRuns(reorder),
  ...registries,
  ...reconciliation,
  status: status('inventory'),
  ...withDryRuns(parties),
  ...withDryRuns(reservationOperations),
  ...documents,
})
