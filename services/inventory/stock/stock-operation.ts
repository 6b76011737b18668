import { type Preview, previewOf } from '../../../shared/contract/core/dry-runs.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import type { Idempotency } from '../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { PreparationOutdated } from '../records/versioned-records.ts'
import type { Plan } from './engine/plan.ts'
import { type Binding, bindPlan } from './engine/plan-tag.ts'
import type { StockEngine } from './engine/stock-engine.ts'
import { withExpiry } from './reservations/expire.ts'

/** What a request refers to, resolved: the items that its plan may change, and the plan. */
export interface Prepared<A> {
  readonly partNos: readonly number[]
  readonly plan: Plan<A>
  /** It looks at reserved units, so it also records which reservations have expired. */
  readonly expires?: boolean
}

export interface OperationDeps {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

/** Whether it is a dry run: then nothing is used up for it, such as the next number of a document. */
export interface Mode {
  readonly isDryRun: boolean
}

export interface StockOperation<I, A> {
  (input: I, context: CallContext): Promise<A>
  /** Returns what the operation would return, and names its effect (docs/decisions/writes.md#72). */
  dryRun(input: I, context: CallContext): Promise<A>
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
          const prepared = await prepare(input, context, { isDryRun: false })
          return engine.change(prepared.partNos, entry, toPlan(prepared, bind))
        }),
      )
    const dryRun = (input: I, context: CallContext) =>
      asPrepared(async () => {
        const bind = bindPlan({ operation, input, context })
        // Reservations that have expired do not count in what a plan reads; only the write records them.
        const { plan } = await prepare(input, context, { isDryRun: true })
        const { result, tag } = await engine.dryRun(context.deadline, bind(plan))
        if (tag) context.reply.plan = tag()
        return result
      })
    return Object.assign(apply, { dryRun })
  }

/** The plan as it is applied: its effect has a name, and it records what has expired. */
export function toPlan<A>({ partNos, plan, expires }: Prepared<A>, bind: Binding): Plan<A> {
  const bound = bind(plan)
  return expires ? withExpiry(partNos, bound) : bound
}

/** Prepares again what was outdated before its transaction. */
export async function asPrepared<A>(run: () => Promise<A>): Promise<A> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      // After its deadline, the engine refuses the command before it plans.
      if (!(error instanceof PreparationOutdated)) throw error
    }
  }
}

type DryRuns<O> = {
  readonly [K in keyof O & string as O[K] extends { readonly dryRun: unknown } ? Preview<K> : never]: O[K] extends {
    readonly dryRun: infer P
  }
    ? P
    : never
}

/** The dry runs of those operations that have one, by their names in the contract. */
export function dryRunsOf<O extends object>(operations: O): DryRuns<O> {
  const dryRuns = Object.entries(operations).flatMap(([name, operation]: [string, object]) =>
    'dryRun' in operation ? [[previewOf(name), operation.dryRun]] : [],
  )
  // The names are those that the type says.
  return Object.fromEntries(dryRuns) as DryRuns<O>
}
