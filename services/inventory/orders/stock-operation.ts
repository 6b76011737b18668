import type { Connection } from 'mongoose'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import type { Counters } from '../../../shared/database/counters.ts'
import type { Idempotency } from '../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { Plan } from '../engine/plan.ts'
import type { StockEngine } from '../engine/stock-engine.ts'
import type { ReferenceParts } from '../registries/references.ts'
import type { OrderNumbers } from './order-number.ts'
import { PreparationOutdated } from './preparation.ts'

/** What a request refers to, resolved: the items that its plan may change, and the plan. */
interface Prepared<A> {
  readonly partNos: readonly number[]
  readonly plan: Plan<A>
}

export interface OperationParts {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

/** What every kind of numbered document needs: orders, transits and counts. */
export interface DocumentParts extends OperationParts, ReferenceParts {
  readonly connection: Connection
  readonly counters: Counters
  readonly numbers: OrderNumbers
}

/** An operation whose request is prepared, then planned and applied, once per operation id (docs/promises.md#R4). */
export const createStockOperation =
  ({ engine, idempotency }: OperationParts) =>
  <I, A>(operation: Operation, prepare: (input: I, context: CallContext) => Promise<Prepared<A>>) =>
  (input: I, context: CallContext): Promise<A> =>
    idempotency.once(operation, input, context, async (entry) => {
      for (;;) {
        const { partNos, plan } = await prepare(input, context)
        try {
          return await engine.change(partNos, entry, plan)
        } catch (error) {
          // After its deadline, the engine refuses the command before it plans.
          if (!(error instanceof PreparationOutdated)) throw error
        }
      }
    })
