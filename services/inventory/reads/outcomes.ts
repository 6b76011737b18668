import { auth } from '../../../shared/contract/auth.ts'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { AppError, type ErrorBody } from '../../../shared/contract/core/errors.ts'
import type { OutcomeRecord } from '../../../shared/contract/core/outcomes.ts'
import { operations as declared } from '../../../shared/contract/index.ts'
import { notifications } from '../../../shared/contract/notifications/notifications.ts'
import { type Idempotency, ownerOf } from '../../../shared/database/idempotency/idempotency.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'

/**
 * Outcomes of writes by the caller's own Idempotency-Key, whichever service did them. Throws 404 for a key that was
 * never applied.
 */
export const createGetOperation =
  (idempotency: Idempotency, call: Call) =>
  async ({ key }: { key: string }, context: CallContext) => {
    const owner = ownerOf(context.caller)
    const { requestId, traceparent, deadline } = context
    const asked = [
      { owner, operationId: key },
      { requestId, traceparent, deadline },
    ] as const
    const search = () =>
      firstFound<OutcomeRecord>([
        idempotency.find(owner, key, context),
        call(catalog.findOutcome, ...asked),
        call(notifications.findOutcome, ...asked),
        call(auth.findOutcome, ...asked),
      ])
    const record = (await idempotency.look(owner, key)) ?? (await search())
    if (!record) throw new AppError('not_found', 'An operation with this key was never applied.')
    const { state: status, operation } = record
    if (!record.answer) return { key, status, operation, statusCode: null, answer: null }
    const result: unknown = JSON.parse(record.answer)
    const success = declared.find(({ name }) => name === operation)?.status ?? 200
    // A refusal was stored as the error object of the response.
    return {
      key,
      status,
      operation,
      statusCode: status === 'refused' ? (result as ErrorBody).statusCode : success,
      answer: result,
    }
  }

/**
 * Resolves to the value of the search that finds one first, and to undefined if all end without one. If a search failed and
 * none finds a value, it throws the error of that search.
 */
async function firstFound<T>(searches: readonly Promise<T | null | undefined>[]): Promise<T | undefined> {
  const found = searches.map(async (search) => (await search) ?? Promise.reject(NONE))
  return Promise.any(found).catch(({ errors }: AggregateError) => {
    const failure = errors.find((error) => error !== NONE)
    if (failure) throw failure
    return undefined
  })
}

const NONE = new Error('Nothing was found')
