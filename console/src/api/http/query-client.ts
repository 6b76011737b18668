import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { endRequests, InventoryError } from './client.ts'
import type { Session } from './session.ts'

export const sessionKey = ['session']

/** The session has ended: the page asks for a sign-in, and stays where it is. */
export function endSession(error: unknown): void {
  if (error instanceof InventoryError && error.statusCode === 401) queryClient.setQueryData(sessionKey, null)
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({ onError: endSession }),
  // A request is repeated by the client where that is of use, and a client has only so many requests a minute.
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Called when somebody has signed in or out: aborts requests under way and forgets what was read. The session's own query
 * stays, since the page shows it.
 */
export function changeSession(session: Session | null): void {
  endRequests()
  void queryClient.cancelQueries({ queryKey: sessionKey })
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  queryClient.setQueryData(sessionKey, session)
}
