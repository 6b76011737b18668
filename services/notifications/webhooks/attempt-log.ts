import { type PageQuery, requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import { Attempt } from '../../../shared/contract/notifications/webhooks.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import type { AttemptModel, AttemptRecord } from './delivery/attempt.model.ts'

const sortable = Attempt.keyof().options

/** A page of a webhook's log, newest first unless the query has another sort. */
export async function listAttempts(attempts: AttemptModel, query: PageQuery & { readonly rec: number }) {
  const { rec, modifiedSince } = query
  const filter = { rec, ...(modifiedSince && { at: { $gte: new Date(modifiedSince) } }) }
  const { field, direction } = requestedSort(query, sortable) ?? ({ field: 'at', direction: -1 } as const)
  const sort = { [field]: direction, _id: direction }
  const { totalCount, found } = await readCountedPage<AttemptRecord>(attempts, { filter, sort }, query)
  return toPage(found.map(toAttempt), totalCount, query)
}

function toAttempt(record: AttemptRecord): Attempt {
  const {
    at,
    webhookId,
    type,
    sequence,
    attempt,
    status,
    error,
    durationMs,
    outcome,
    nextAttempt,
    replay = false,
  } = record
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
    replay,
  }
}
