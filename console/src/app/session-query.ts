import { queryOptions } from '@tanstack/react-query'
import { queryClient, sessionKey } from '../api/http/query-client.ts'
import { readSession, type Session } from '../api/http/session.ts'
import { restoreAnswers } from '../device/kept-answers.ts'

/** The running session; null if there is none. */
export const sessionQuery = queryOptions({ queryKey: sessionKey, queryFn: readSessionOrKept, staleTime: Infinity })

/** Without signal it is the session that was kept on the device, with what was read last. */
async function readSessionOrKept(): Promise<Session | null> {
  try {
    return await readSession()
  } catch (error) {
    const kept = error instanceof TypeError ? await restoreAnswers(queryClient) : undefined
    if (kept) return kept
    throw error
  }
}
