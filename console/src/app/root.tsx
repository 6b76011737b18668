import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryClient, sessionKey } from '../api/http/query-client.ts'
import { readSession, type Session } from '../api/http/session.ts'
import { restoreAnswers } from '../device/kept-answers.ts'
import { ErrorNote } from '../parts/error-note.tsx'
import { SessionContext } from './session-context.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

/** The shell with the screen of the address, or the sign-in page at the same address. */
export function Root() {
  const {
    data: session,
    error,
    refetch,
  } = useQuery({ queryKey: sessionKey, queryFn: readSessionOrKept, staleTime: Infinity })
  if (error)
    return (
      <Center p="xl">
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </Center>
    )
  if (session === undefined)
    return (
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    )
  if (session === null) return <SignIn />
  return (
    <SessionContext value={session}>
      <Shell />
    </SessionContext>
  )
}

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
