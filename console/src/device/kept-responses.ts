import type { QueryClient } from '@tanstack/react-query'
import { isSession, type Session } from '../api/http/session.ts'
import { change, readAll } from './database.ts'

const SESSION = 'session'
/** What receiving, picking and counting need after a reload without signal. Other responses are not kept on the device. */
const KEPT: readonly unknown[] = [
  SESSION,
  'warehouses',
  'reason codes',
  'purchase orders',
  'purchase order',
  'purchase lines',
  'counts',
  'count',
  'picks',
]

interface KeptResponse {
  /** The query's hash. */
  readonly name: string
  readonly queryKey: readonly unknown[]
  readonly data: unknown
  readonly updatedAt: number
}

/** Keeps each response of the queries above as it arrives. When the session has ended, nothing is left on the device. */
export function keepResponses(queries: QueryClient): void {
  queries.getQueryCache().subscribe(({ type, query }) => {
    const { data, dataUpdatedAt: updatedAt } = query.state
    const [about] = query.queryKey
    if (type !== 'updated' || data === undefined || !KEPT.includes(about)) return
    if (about === SESSION && data === null) void change('answers', (responses) => responses.clear())
    if (!queries.getQueryData([SESSION])) return
    const response: KeptResponse = { name: query.queryHash, queryKey: query.queryKey, data, updatedAt }
    void change('answers', (responses) => responses.put(response))
  })
}

/** The kept session, unless it has expired. With it the other kept responses come back; they are read anew when shown. */
export async function restoreResponses(queries: QueryClient): Promise<Session | undefined> {
  const kept = await readAll<KeptResponse>('answers')
  const session = kept.map(({ data }) => data).find(isSession)
  if (!session || Date.parse(session.expires) < Date.now()) return undefined
  for (const { queryKey, data, updatedAt } of kept)
    if (queryKey[0] !== SESSION && queries.getQueryData(queryKey) === undefined)
      queries.setQueryData(queryKey, data, { updatedAt })
  return session
}
