import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { Input, Operation } from '../../../../shared/contract/core/operation.ts'
import { inventory, MAX_ATOMIC_ITEMS, type Planned } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, ZERO } from '../../../../shared/quantity.ts'
import type { StockEffect } from '../engine/effect.ts'
import type { Plan } from '../engine/plan.ts'
import { toDryRunStep } from '../movements/dry-run.ts'
import type { OperationDeps } from '../stock-operation.ts'
import { createDoLines } from './do-lines.ts'
import { atLine, type Line, type LineActions, type LineResult, toLine } from './lines.ts'
import { fulfilled, inSequence, type Settled, valueIn } from './results.ts'

interface BatchDeps extends OperationDeps {
  readonly actions: LineActions
}

type BatchInput = Input<typeof inventory.batch>

/** Many stock operations in one request: each line for itself, or all or none (docs/interface.md#batches). */
export function createBatch({ engine, idempotency, actions }: BatchDeps) {
  const doLines = createDoLines({ engine, idempotency })
  const checkLines = ({ lines }: BatchInput, effect: Operation['effect'], context: CallContext) =>
    Promise.allSettled(lines.map(async (given, index) => toLine(actions, given, index, effect, context)))

  /** The changes of an atomic batch; throws the errors of its lines. */
  const prepareAll = async (lines: readonly Line[]) => {
    const changes = allOrFaults(await Promise.allSettled(lines.map((line) => line.prepare())))
    const partNos = new Set(changes.flatMap((change) => change.partNos))
    if (partNos.size > MAX_ATOMIC_ITEMS)
      throw validationError({ lines: [`The field lines must name at most ${MAX_ATOMIC_ITEMS} items.`] })
    return { partNos: [...partNos], plans: changes.map(({ plan }, index) => namingLine(plan, index)) }
  }

  const doAll = async (input: BatchInput, context: CallContext) => {
    const lines = allOrFaults(await checkLines(input, 'write', context))
    const checked = { mode: input.mode, lines: lines.map((line) => ({ ...line.input, action: line.action })) }
    return idempotency.once(inventory.batch, checked, context, async (entry) => {
      const { partNos, plans } = await prepareAll(lines)
      return engine.changeAll(partNos, entry, plans, (results) => ({
        results: results.map((body, index) => ({ status: lines[index]?.operation.status ?? 200, body })),
      }))
    })
  }

  const doEach = async (input: BatchInput, context: CallContext) =>
    doLines(await checkLines(input, 'write', context), context)

  const dryRunEach = async (input: BatchInput, context: CallContext) => {
    const checked = await checkLines(input, 'read', context)
    const lines = fulfilled(checked)
    const changes = await Promise.allSettled(lines.map((line) => line.prepare()))
    const effects = await engine.dryRunEach(
      context.deadline,
      changes.map((change) => async (stock, numbers) => valueIn(change).plan(stock, numbers)),
    )
    return { results: inSequence(checked, effects, (_, effect) => toPlanned(effect), context) }
  }

  const dryRunAll = async (input: BatchInput, context: CallContext) => {
    const { plans } = await prepareAll(allOrFaults(await checkLines(input, 'read', context)))
    const effects = await engine.dryRunEach(context.deadline, plans)
    return { results: effects.map((effect) => toPlanned(valueIn(effect))) }
  }

  return {
    batch: (input: BatchInput, context: CallContext) =>
      input.mode === 'atomic' ? doAll(input, context) : doEach(input, context),
    previewBatch: (input: BatchInput, context: CallContext) =>
      input.mode === 'atomic' ? dryRunAll(input, context) : dryRunEach(input, context),
  }
}

/** The plan, whose refusal names its line. */
const namingLine =
  (plan: Plan<LineResult>, index: number): Plan<LineResult> =>
  (stock, numbers) =>
    plan(stock, numbers).catch((error: unknown) => {
      throw atLine(index, error)
    })

/**
 * All values; throws an error that is not a result first, then the first refusal, then 400 with the bad fields of every
 * line.
 */
function allOrFaults<T>(outcomes: readonly Settled<T>[]): T[] {
  const errors = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [atLine(index, outcome.reason)] : [],
  )
  const isInvalid = (error: unknown): error is AppError => error instanceof AppError && error.details !== undefined
  const other = errors.find((error) => !isInvalid(error))
  if (other) throw other
  if (errors.length === 0) return fulfilled(outcomes)
  throw validationError(Object.assign({}, ...errors.filter(isInvalid).map(({ details }) => details)))
}

/** What a line would do; without an entry in the ledger, nothing. */
function toPlanned({ entries: [entry], result, tag, warnings = [] }: StockEffect<LineResult>): {
  status: number
  body: Planned
} {
  const { partNo, shortID } = result
  const { units = ZERO, lots = [] } = entry ?? {}
  const planned = { status: 'planned' as const, partNo, shortID, units: toNumber(units), lots: lots.map(toDryRunStep) }
  const warned = warnings.length > 0 && { warnings: [...warnings] }
  return { status: 200, body: { ...planned, plan: tag?.() ?? '', ...warned } }
}
