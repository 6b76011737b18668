import { type AppError, outcomeUnknown, toAppError } from '../../../../shared/contract/core/errors.ts'
import { isDatabaseUnavailable } from '../../../../shared/database/database-errors.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Line } from './lines.ts'

export type Settled<T> = PromiseSettledResult<T>

export const fulfilled = <T>(outcomes: readonly Settled<T>[]): T[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

const reasonOf = (outcome: Settled<unknown> | undefined): unknown =>
  outcome?.status === 'rejected' ? outcome.reason : new Error('A line of a batch has no outcome')

/** The value; throws the reason of one that failed. */
export function valueIn<T>(outcome: Settled<T> | undefined): T {
  if (outcome?.status === 'fulfilled') return outcome.value
  throw reasonOf(outcome)
}

/** Results of all lines: of those that were refused before, and the outcomes of the others. */
export function inSequence<T, R>(
  checked: readonly Settled<Line>[],
  outcomes: readonly Settled<T>[],
  toDone: (line: Line, value: T) => R,
  { log, reply }: CallContext,
) {
  const rest = [...outcomes]
  return checked.map((line, index) => {
    const outcome = line.status === 'fulfilled' ? rest.shift() : undefined
    if (line.status === 'fulfilled' && outcome?.status === 'fulfilled') return toDone(line.value, outcome.value)
    const thrown: unknown = line.status === 'rejected' ? line.reason : reasonOf(outcome)
    const error = toPromised(thrown)
    if (error.code === 'internal_error') log.error({ err: thrown, index }, 'A line of a batch failed unexpectedly')
    if (error.reason) reply.lineReasons = { ...reply.lineReasons, [index]: error.reason }
    const replayed = line.status === 'fulfilled' && line.value.context.reply.replayed === true
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
