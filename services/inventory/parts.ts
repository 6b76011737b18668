import type { Call } from '../../shared/messaging/call.ts'
import type { CallContext } from '../../shared/messaging/context.ts'
import type { OperationLog } from '../../shared/runtime/operation-log.ts'
import type { Items } from './items.ts'
import type { Levels } from './levels.ts'
import type { LotTrace } from './lot-trace.ts'
import type { DescribeLots } from './lot-view.ts'
import type { Lots } from './lots.ts'
import type { Models } from './models.ts'
import type { OpenOrderLine } from './order-lines.ts'
import type { Reconciliation } from './reconcile.ts'
import type { Registries } from './registries.ts'
import type { Stock } from './stock.ts'
import type { Transactions } from './transactions.ts'

/** What the handlers put together. */
export interface Inventory {
  readonly models: Models
  readonly items: Items
  readonly registries: Registries
  readonly lots: Lots
  readonly describe: DescribeLots
  readonly trace: LotTrace
  readonly levels: Levels
  readonly stock: Stock
  readonly transactions: Transactions
  readonly operations: OperationLog
  readonly call: Call
  readonly putOrderLine: (told: OpenOrderLine, context: CallContext) => Promise<void>
  readonly reconcile: (context: CallContext) => Promise<Reconciliation>
}
