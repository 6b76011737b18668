import { serviceUnavailable, toAppError, validationError } from '../../../../shared/contract/core/errors.ts'
import { afterRefused } from '../../../../shared/contract/inventory/imported-movements.ts'
import { AlreadyRecorded, type OperationEntry } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { OperationDeps } from '../stock-operation.ts'
import type { Line, LineResult, PreparedChange } from './lines.ts'
import { fulfilled, inSequence, type Settled, valueIn } from './results.ts'

/**
 * Does each line for itself, under its own operation id; of one item, in the sequence of the lines. With the name of the
 * item of each given line, a line rests on those before it: after one that failed otherwise than by a refusal none is
 * done, and after a refused one none of its item.
 */
export function createDoLines({ engine, idempotency }: OperationDeps) {
  return async (given: readonly Settled<Line>[], context: CallContext, itemNames?: readonly unknown[]) => {
    const order = itemNames && createItemOrder(itemNames)
    const checked = refuseRepeatedKeys(given)
    for (const [index, { status }] of checked.entries()) if (status === 'rejected') order?.refuse(index)
    const lines = fulfilled(checked)
    const indexes = checked.flatMap(({ status }, index) => (status === 'fulfilled' ? index : []))
    const changes = await Promise.allSettled(lines.map((line) => line.prepare()))
    const refuse = (index: number) => order?.refuse(indexes[index] ?? index, partNoOf(changes[index]))
    let firstFailed = Number.POSITIVE_INFINITY
    const doLine = async (entry: OperationEntry, index: number, refused: ReadonlySet<number>) => {
      for (const other of refused) refuse(other)
      try {
        const { partNos, plan } = valueIn(changes[index])
        return await engine.change(partNos, entry, async (stock, numbers) => {
          if (index > firstFailed) throw serviceUnavailable()
          const planned = () => plan(stock, numbers)
          return order ? order.inTurn(indexes[index] ?? index, partNos[0], planned) : planned()
        })
      } catch (error) {
        if (order && isFailure(error)) firstFailed = Math.min(firstFailed, index)
        else if (!(error instanceof AlreadyRecorded)) refuse(index)
        throw error
      }
    }
    const outcomes = await idempotency.onceEach(lines, doLine, { isInOrder: order !== undefined })
    if (lines.length > 0 && lines.length === checked.length)
      context.reply.replayed = lines.every((line) => line.context.reply.replayed)
    return { results: inSequence(checked, outcomes, (line, body) => toResult(line, body), context) }
  }
}

const partNoOf = (change: Settled<PreparedChange> | undefined) =>
  change?.status === 'fulfilled' ? change.value.partNos[0] : undefined

/** Whether it is not known to be done, or refused. */
const isFailure = (error: unknown) => !(error instanceof AlreadyRecorded) && toAppError(error).status >= 500

const toResult = ({ operation, context }: Line, body: LineResult) => ({
  status: operation.status ?? 200,
  ...(context.reply.replayed && { replayed: true as const }),
  body,
})

/** A line with the key of an earlier one would be reported as if it had been done. */
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

/**
 * Refuses lines of an item after one that was refused: entered later, that one would be before them. Lines are of one item
 * if they have the same name of it, or the same partNo where that is known.
 */
export function createItemOrder(names: readonly unknown[]) {
  /** The partNo of each refused line. */
  const refused = new Map<number, number | undefined>()

  const findBefore = (line: number, partNo: number | undefined) => {
    const isSame = ([other, itsPartNo]: [number, number | undefined]) =>
      other < line && (names[other] === names[line] || (partNo !== undefined && itsPartNo === partNo))
    return [...refused].filter(isSame).map(([other]) => other)
  }

  return {
    refuse(line: number, partNo?: number) {
      refused.set(line, partNo)
    },
    /** Plans a line, perhaps again: a transaction that did not commit refused nothing. */
    async inTurn<T>(line: number, partNo: number | undefined, plan: () => Promise<T>): Promise<T> {
      refused.delete(line)
      const before = findBefore(line, partNo)
      if (before.length > 0) throw validationError(afterRefused(Math.min(...before)))
      try {
        return await plan()
      } catch (error) {
        if (toAppError(error).status < 500) refused.set(line, partNo)
        throw error
      }
    },
  }
}
