import { serviceUnavailable, toAppError, validationError } from '../../../../shared/contract/core/errors.ts'
import {
  AlreadyRecorded,
  type Idempotency,
  type OperationEntry,
} from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { StockEngine } from '../engine/stock-engine.ts'
import type { LineAnswer } from './actions.ts'
import type { Line } from './lines.ts'
import { fulfilled, inSequence, type Settled, valueIn } from './results.ts'

interface DoLinesParts {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

interface DoLinesOptions {
  /** Whether no line is done after one that failed otherwise than by a refusal: a line could not be done after it. */
  readonly isInOrder?: boolean
}

/** Does each line for itself, under its own operation id; of one item, in the sequence of the lines. */
export function createDoLines({ engine, idempotency }: DoLinesParts, { isInOrder = false }: DoLinesOptions = {}) {
  return async (given: readonly Settled<Line>[], context: CallContext) => {
    const checked = refuseRepeatedKeys(given)
    const lines = fulfilled(checked)
    const changes = await Promise.allSettled(lines.map((line) => line.prepare()))
    let firstFailed = Number.POSITIVE_INFINITY
    const doLine = async (entry: OperationEntry, index: number) => {
      try {
        const { partNos, plan } = valueIn(changes[index])
        return await engine.change(partNos, entry, async (stock, numbers) => {
          if (index > firstFailed) throw serviceUnavailable()
          return plan(stock, numbers)
        })
      } catch (error) {
        if (isInOrder && isFailure(error)) firstFailed = Math.min(firstFailed, index)
        throw error
      }
    }
    const outcomes = await idempotency.onceEach(lines, doLine, { isInOrder })
    if (lines.length > 0 && lines.length === checked.length)
      context.answer.replayed = lines.every((line) => line.context.answer.replayed)
    return { results: inSequence(checked, outcomes, (line, body) => toResult(line, body), context) }
  }
}

/** Whether it is not known to be done, or refused. */
const isFailure = (error: unknown) => !(error instanceof AlreadyRecorded) && toAppError(error).status >= 500

const toResult = ({ operation, context }: Line, body: LineAnswer) => ({
  status: operation.status ?? 200,
  ...(context.answer.replayed && { replayed: true as const }),
  body,
})

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
