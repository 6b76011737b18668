import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { InventoryError } from '../../../../client/src/inventory-error.ts'
import type { Session } from './session.ts'

export const sessionKey = ['session']

/** The session that the page believes in; null or undefined if there is none. */
export const believedSession = () => queryClient.getQueryData<Session | null>(sessionKey)

/**
 * Names that session to the gateway, which refuses the request if the cookie has become that of another one: somebody has
 * signed in in another tab.
 */
export function ofSession(): Readonly<Record<string, string>> {
  const session = believedSession()
  if (session && session.id === undefined) return {}
  return { 'X-Console-Session': session?.id ?? 'none' }
}

/** The session has ended: the page reads whether there is another one, asks for a sign-in if not, and stays where it is. */
export function endSession(error: unknown): void {
  if (!(error instanceof InventoryError) || error.statusCode !== 401 || !believedSession()) return
  // What still waits for its turn would be sent in the next session.
  queryClient.getMutationCache().clear()
  queryClient.setQueryData(sessionKey, null)
  void queryClient.resetQueries({ queryKey: sessionKey }).then(forgetResponses)
}

const TRIES_AGAIN_MS = 5_000

/** Of queries that a form lives by: while they fail, an open form reads them again. */
export const tryingAgain = {
  refetchInterval: ({ state }: { readonly state: { readonly status: string } }) =>
    state.status === 'error' ? TRIES_AGAIN_MS : false,
} as const
/** The same of what fields choose from, without which a form cannot be filled in: the screen says that they fail. */
export const ofChoices = { ...tryingAgain, meta: { isChoice: true } } as const

export const isChoice = ({ meta }: Query): boolean => meta?.isChoice === true

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({ onError: endSession }),
  // A request is repeated by the client where that is of use, and a client has only so many requests a minute.
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Forgets what was read. The session's own query stays, since the page shows it. */
export function forgetResponses(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}
