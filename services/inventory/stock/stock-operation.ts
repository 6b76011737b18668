import { type Preview, previewOf } from '../../../shared/contract/core/dry-runs.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import type { Idempotency } from '../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { PreparationOutdated } from '../records/preparation-outdated.ts'
import { withExpiry } from './claims/expire.ts'
import type { Plan } from './engine/plan.ts'
import { type Binding, bindPlan } from './engine/plan-tag.ts'
import type { StockEngine } from './engine/stock-engine.ts'

/** What a request refers to, resolved: the items that its plan may change, and the plan. */
export interface Prepared<A> {
  readonly partNos: readonly number[]
  readonly plan: Plan<A>
  /** It looks at promised units, so it also records which reservations have expired. */
  readonly expires?: boolean
}

export interface OperationDeps {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

/** Whether a request is only previewed: then nothing is used up for it, such as the next number of a document. */
export interface Mode {
  readonly isPreview: boolean
}

export interface StockOperation<I, A> {
  (input: I, context: CallContext): Promise<A>
  /** Answers what the operation would answer, and names its effect (docs/decisions.md#72). */
  preview(input: I, context: CallContext): Promise<A>
}

/** An operation whose request is prepared, then planned and applied, once per operation id (docs/promises.md#R4). */
export const createStockOperation =
  ({ engine, idempotency }: OperationDeps) =>
  <I extends object, A>(
    operation: Operation,
    prepare: (input: I, context: CallContext, mode: Mode) => Promise<Prepared<A>>,
  ): StockOperation<I, A> => {
    const apply = (input: I, context: CallContext) =>
      idempotency.once(operation, input, context, (entry) =>
        asPrepared(async () => {
          const bind = bindPlan({ operation, input, context })
          const prepared = await prepare(input, context, { isPreview: false })
          return engine.change(prepared.partNos, entry, toPlan(prepared, bind))
        }),
      )
    const preview = (input: I, context: CallContext) =>
      asPrepared(async () => {
        const bind = bindPlan({ operation, input, context })
        // Reservations that have expired do not count in what a plan reads; only the write records them.
        const { plan } = await prepare(input, context, { isPreview: true })
        const { answer, tag } = await engine.preview(context.deadline, bind(plan))
        if (tag) context.answer.plan = tag()
        return answer
      })
    return Object.assign(apply, { preview })
  }

/** The plan as it is applied: its effect has a name, and it records what has expired. */
export function toPlan<A>({ partNos, plan, expires }: Prepared<A>, bind: Binding): Plan<A> {
  const bound = bind(plan)
  return expires ? withExpiry(partNos, bound) : bound
}

/** Prepares again what was outdated before its transaction. */
async function asPrepared<A>(run: () => Promise<A>): Promise<A> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      // After its deadline, the engine refuses the command before it plans.
      if (!(error instanceof PreparationOutdated)) throw error
    }
  }
}

type Previews<O> = {
  readonly [K in keyof O & string as O[K] extends { readonly preview: unknown } ? Preview<K> : never]: O[K] extends {
    readonly preview: infer P
  }
    ? P
    : never
}

/** The dry runs of those operations that have one, by their names in the contract. */
export function previewsOf<O extends object>(operations: O): Previews<O> {
  const previews = Object.entries(operations).flatMap(([name, operation]: [string, object]) =>
    'preview' in operation ? [[previewOf(name), operation.preview]] : [],
  )
  // The names are those that the type says.
  return Object.fromEntries(previews) as Previews<O>
}
