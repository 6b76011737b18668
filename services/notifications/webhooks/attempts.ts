import { type PageQuery, requestedOrder, toPage } from '../../../shared/contract/paging.ts'
import { Attempt } from '../../../shared/contract/webhooks.ts'
import { readMatching } from '../../../shared/runtime/read-page.ts'
import type { AttemptModel, AttemptRecord } from './attempt.model.ts'

const sortable = Attempt.keyof().options

/** A page of a webhook's log, newest first unless the query says otherwise. */
export async function listAttempts(attempts: AttemptModel, query: PageQuery & { readonly rec: number }) {
  const { rec, modifiedSince } = query
  const filter = { rec, ...(modifiedSince && { at: { $gte: new Date(modifiedSince) } }) }
  const { field, direction } = requestedOrder(query, sortable) ?? ({ field: 'at', direction: -1 } as const)
  const sort = { [field]: direction, _id: direction }
  const { totalCount, found } = await readMatching<AttemptRecord>(attempts, { filter, sort }, query)
  return toPage(found.map(toAttempt), totalCount, query)
}

function toAttempt(record: AttemptRecord): Attempt {
  const { at, webhookId, type, sequence, attempt, status, error, durationMs, outcome, nextAttempt } = record
  return {
    at: at.toISOString(),
    webhookId,
    status,
    error,
    durationMs,
    type,
    sequence,
    attempt,
    outcome,
    nextAttempt: nextAttempt?.toISOString() ?? null,
  }
}
