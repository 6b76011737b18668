import { randomUUID } from 'node:crypto'
import { retryWhileUnavailable } from '../../../ctl/connection/retry-while-unavailable.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Operation, Output, Params } from '../../../shared/contract/core/operation.ts'
import { DAY_MS, dayNumber } from '../../../shared/day.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'

/** Independent operations run in parallel, so many at a time. */
export const CALLS_AT_ONCE = 16

/** Runs an operation under a name; a repetition under the same name changes nothing and gives the first output. */
export type Once = <O extends Operation>(name: string, operation: O, input: Params<O>) => Promise<Output<O>>

/** Makes the demo's operations idempotent: the name becomes the operation id. */
export function createOnce(call: Call): Once {
  return (name, operation, input) => {
    const context = { operationId: `demo-${name}`, hasClientKey: true, attempt: randomUUID() }
    return retryWhileUnavailable(() => call(operation, input, context))
  }
}

/** Ignores a conflict, since the record exists already; resolves to undefined then. */
export function unlessPresent<T>(creation: Promise<T>): Promise<T | undefined> {
  return creation.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    return undefined
  })
}

/** Noon in UTC, so many days after the demo was made. */
export type DayOf = (days: number) => string

/** Days are those of the first run, so that a further one repeats it. */
export function createDayOf(madeAt: Date): DayOf {
  const first = dayNumber(madeAt)
  return (days) => new Date((first + days + 0.5) * DAY_MS).toISOString()
}
