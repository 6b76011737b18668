import type { Idempotency } from '../../shared/database/idempotency.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { StockEngine } from './engine/stock-engine.ts'
import type { Items } from './items/items.ts'
import type { Transactions } from './ledger/ledger.ts'
import type { Levels } from './levels/levels.ts'
import type { LotTrace } from './lots/lot-trace.ts'
import type { DescribeLots } from './lots/lot-view.ts'
import type { Lots } from './lots/lots.ts'
import type { Models } from './models.ts'
import type { OpenOrderLine } from './orders/put-order-line.ts'
import type { Reconciliation } from './reconcile/reconcile.ts'
import type { Registries } from './registries/registries.ts'

/** What the handlers put together. */
export interface Inventory {
  readonly models: Models
  readonly items: Items
  readonly registries: Registries
  readonly lots: Lots
  readonly describe: DescribeLots
  readonly trace: LotTrace
  readonly levels: Levels
  readonly stock: StockEngine
  readonly transactions: Transactions
  readonly idempotency: Idempotency
  readonly call: Call
  readonly putOrderLine: (told: OpenOrderLine, context: CallContext) => Promise<void>
  readonly reconcile: (context: CallContext) => Promise<Reconciliation>
}
