import { AppError, outcomeUnknown, toAppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { Input, Operation } from '../../../../shared/contract/core/operation.ts'
import { inventory, MAX_ATOMIC_ITEMS, type Planned } from '../../../../shared/contract/inventory/inventory.ts'
import { isDatabaseUnavailable } from '../../../../shared/database/database-errors.ts'
import type { Idempotency } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, ZERO } from '../../../../shared/quantity.ts'
import type { StockEffect } from '../engine/effect.ts'
import type { Plan } from '../engine/plan.ts'
import type { StockEngine } from '../engine/stock-engine.ts'
import { toPlannedStep } from '../movements/preview.ts'
import type { LineActions, LineAnswer } from './actions.ts'
import { atLine, type Line, toLine } from './lines.ts'

interface BatchParts {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
  readonly actions: LineActions
}

type BatchInput = Input<typeof inventory.batch>
type Settled<T> = PromiseSettledResult<T>

/** Many stock operations in one request: each line for itself, or all or none (docs/interface.md#batches). */
export function createBatch({ engine, idempotency, actions }: BatchParts) {
  const checkLines = ({ lines }: BatchInput, effect: Operation['effect'], context: CallContext) =>
    Promise.allSettled(lines.map(async (given, index) => toLine(actions, given, index, effect, context)))

  /** The changes of an atomic batch; throws the errors of its lines. */
  const prepareAll = async (lines: readonly Line[]) => {
    const changes = allOrFaults(await Promise.allSettled(lines.map((line) => line.prepare())))
    const partNos = new Set(changes.map(({ partNo }) => partNo))
    if (partNos.size > MAX_ATOMIC_ITEMS)
      throw validationError({ lines: [`The field lines must name at most ${MAX_ATOMIC_ITEMS} items.`] })
    return { partNos: [...partNos], plans: changes.map(({ plan }, index) => namingLine(plan, index)) }
  }

  const doAll = async (input: BatchInput, context: CallContext) => {
    const lines = allOrFaults(await checkLines(input, 'write', context))
    const checked = { mode: input.mode, lines: lines.map((line) => ({ ...line.input, action: line.action })) }
    return idempotency.once(inventory.batch, checked, context, async (entry) => {
      const { partNos, plans } = await prepareAll(lines)
      return engine.changeAll(partNos, entry, plans, (answers) => ({
        results: answers.map((body, index) => ({ status: lines[index]?.operation.status ?? 200, body })),
      }))
    })
  }

  const doEach = async (input: BatchInput, context: CallContext) => {
    const checked = refuseRepeatedKeys(await checkLines(input, 'write', context))
    const lines = fulfilled(checked)
    const changes = await Promise.allSettled(lines.map((line) => line.prepare()))
    const outcomes = await idempotency.onceEach(lines, (entry, index) => {
      const { partNo, plan } = valueIn(changes[index])
      return engine.change([partNo], entry, plan)
    })
    if (lines.length > 0 && lines.length === checked.length)
      context.answer.replayed = lines.every((line) => line.context.answer.replayed)
    return { results: inSequence(checked, outcomes, (line, body) => toResult(line, body), context) }
  }

  const previewEach = async (input: BatchInput, context: CallContext) => {
    const checked = await checkLines(input, 'read', context)
    const lines = fulfilled(checked)
    const changes = await Promise.allSettled(lines.map((line) => line.prepare()))
    const effects = await engine.previewEach(
      context.deadline,
      changes.map((change) => async (stock, numbers) => valueIn(change).plan(stock, numbers)),
    )
    return { results: inSequence(checked, effects, (_, effect) => toPlanned(effect), context) }
  }

  const previewAll = async (input: BatchInput, context: CallContext) => {
    const { plans } = await prepareAll(allOrFaults(await checkLines(input, 'read', context)))
    const effects = await engine.previewEach(context.deadline, plans)
    return { results: effects.map((effect) => toPlanned(valueIn(effect))) }
  }

  return {
    batch: (input: BatchInput, context: CallContext) =>
      input.mode === 'atomic' ? doAll(input, context) : doEach(input, context),
    previewBatch: (input: BatchInput, context: CallContext) =>
      input.mode === 'atomic' ? previewAll(input, context) : previewEach(input, context),
  }
}

const fulfilled = <T>(outcomes: readonly Settled<T>[]): T[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

const reasonOf = (outcome: Settled<unknown> | undefined): unknown =>
  outcome?.status === 'rejected' ? outcome.reason : new Error('A line of a batch has no outcome')

function valueIn<T>(outcome: Settled<T> | undefined): T {
  if (outcome?.status === 'fulfilled') return outcome.value
  throw reasonOf(outcome)
}

/** The plan, whose refusal names its line. */
const namingLine =
  (plan: Plan<LineAnswer>, index: number): Plan<LineAnswer> =>
  (stock, numbers) =>
    plan(stock, numbers).catch((error: unknown) => {
      throw atLine(index, error)
    })

/**
 * All values; throws an error that is no answer first, then the first refusal, then 400 with the bad fields of every
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

/** A line with the key of an earlier one would be answered as if it had been done. */
function refuseRepeatedKeys(checked: readonly Settled<Line>[]): Settled<Line>[] {
  const keys = new Set<string>()
  return checked.map((outcome) => {
    if (outcome.status === 'rejected') return outcome
    const { operationId } = outcome.value.context
    if (!keys.has(operationId)) {
      keys.add(operationId)
      return outcome
    }
    return { status: 'rejected', reason: validationError({ key: ['The field key must be unique within the batch.'] }) }
  })
}

const toResult = ({ operation, context }: Line, body: LineAnswer) => ({
  status: operation.status ?? 200,
  ...(context.answer.replayed && { replayed: true as const }),
  body,
})

/** What a line would do; without an entry in the ledger, nothing. */
function toPlanned({ entries: [entry], answer }: StockEffect<LineAnswer>): { status: number; body: Planned } {
  const { partNo, shortID } = answer
  const { units = ZERO, lots = [] } = entry ?? {}
  const body = { status: 'planned' as const, partNo, shortID, units: toNumber(units), lots: lots.map(toPlannedStep) }
  return { status: 200, body }
}

/** Results of all lines: of those that were refused before, and the outcomes of the others. */
function inSequence<T, R>(
  checked: readonly Settled<Line>[],
  outcomes: readonly Settled<T>[],
  toDone: (line: Line, value: T) => R,
  { log }: CallContext,
) {
  const rest = [...outcomes]
  return checked.map((line, index) => {
    const outcome = line.status === 'fulfilled' ? rest.shift() : undefined
    if (line.status === 'fulfilled' && outcome?.status === 'fulfilled') return toDone(line.value, outcome.value)
    const thrown: unknown = line.status === 'rejected' ? line.reason : reasonOf(outcome)
    const error = toPromised(thrown)
    if (error.code === 'internal_error') log.error({ err: thrown, index }, 'A line of a batch failed unexpectedly')
    const replayed = line.status === 'fulfilled' && line.value.context.answer.replayed === true
    return { status: error.status, ...(replayed && { replayed }), error: error.toBody() }
  })
}

/**
 * The error of one line. Whether the batch was delivered before is not known here, and an earlier delivery may have
 * done the line: 503 would say too much.
 */
function toPromised(thrown: unknown): AppError {
  const error = toAppError(thrown)
  return isDatabaseUnavailable(thrown) || error.code === 'service_unavailable' ? outcomeUnknown(thrown) : error
}
