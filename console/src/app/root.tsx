import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SessionContext } from '../api/session-context.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { sessionQuery } from './session-query.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

/** The shell with the screen of the address, or the sign-in page at the same address. */
export function Root() {
  const { data: session, error, refetch } = useQuery(sessionQuery)
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
