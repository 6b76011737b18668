import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { Idempotency } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { StockEngine } from '../engine/stock-engine.ts'
import type { LineAnswer } from './actions.ts'
import type { Line } from './lines.ts'
import { fulfilled, inSequence, type Settled, valueIn } from './results.ts'

/** Does each line for itself, under its own operation id; of one item, in the sequence of the lines. */
export function createDoLines({ engine, idempotency }: { engine: StockEngine; idempotency: Idempotency }) {
  return async (given: readonly Settled<Line>[], context: CallContext) => {
    const checked = refuseRepeatedKeys(given)
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
}

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
