import { z } from 'zod'
import { operatorRead } from '../core/access.ts'
import { CHECK_TIMEOUT_MS, Difference } from '../core/difference.ts'
import { withDryRuns } from '../core/dry-runs.ts'
import { defineService, type Spec } from '../core/operation.ts'
import { status } from '../core/status.ts'
import { parties } from '../orders/parties.ts'
import { batches } from './batch.ts'
import { documents } from './documents.ts'
import { history } from './history.ts'
import { historyImport } from './imported-movements.ts'
import { lists } from './lists.ts'
import { registries } from './registries.ts'
import { reorder } from './reorder.ts'
import { reservationOperations } from './reservations.ts'
import { search } from './search.ts'
import { dryRuns, stock } from './stock.ts'

/** A level whose `available` is negative although the books are right, and why. */
const Negative = z.object({ partNo: z.int(), wid: z.int(), available: z.number(), cause: z.string() })

const Reconciliation = z.object({
  items: z.int(),
  lots: z.int(),
  levels: z.int(),
  transactions: z.int(),
  differences: z.array(Difference),
  negative: z.array(Negative).optional(),
})

/** The check that items, lots, levels, orders and ledger agree (docs/promises.md#R1). */
export const reconciliation = {
  reconcile: {
    summary: 'Check that items, lots, levels, orders and ledger agree',
    command: 'reconcile',
    faults: 'differences',
    ...operatorRead,
    timeoutMs: CHECK_TIMEOUT_MS,
    input: z.object({}),
    output: Reconciliation,
  },
} as const satisfies Record<string, Spec>

export { type BatchAction, batchActions, batchLine, MAX_ATOMIC_ITEMS, MAX_BATCH_LINES, type Planned } from './batch.ts'
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
