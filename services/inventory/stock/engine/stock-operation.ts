import type { Operation } from '../../../../shared/contract/core/operation.ts'
import type { Idempotency } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { PreparationOutdated } from '../../records/preparation-outdated.ts'
import type { Plan } from './plan.ts'
import type { StockEngine } from './stock-engine.ts'

/** What a request refers to, resolved: the items that its plan may change, and the plan. */
interface Prepared<A> {
  readonly partNos: readonly number[]
  readonly plan: Plan<A>
}

export interface OperationParts {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
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
