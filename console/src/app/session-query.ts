import { queryOptions } from '@tanstack/react-query'
import { endRequests } from '../api/http/client.ts'
import { forgetResponses, queryClient, sessionKey } from '../api/http/query-client.ts'
import { readSession, type Session } from '../api/http/session.ts'
import { restoreResponses } from '../device/kept-responses.ts'

export const sessionQuery = queryOptions({ queryKey: sessionKey, queryFn: readSessionOrKept, staleTime: Infinity })

/** Without signal it is the session that was kept on the device, with what was read last. */
async function readSessionOrKept(): Promise<Session | null> {
  try {
    return await readSession()
  } catch (error) {
    const kept = error instanceof TypeError ? await restoreResponses(queryClient) : undefined
    if (kept) return kept
    throw error
  }
}

/** Called when somebody has signed in or out: aborts requests under way and forgets what was read. */
export function changeSession(session: Session | null): void {
  endRequests()
  void queryClient.cancelQueries({ queryKey: sessionKey })
  forgetResponses()
  queryClient.setQueryData(sessionKey, session)
}
