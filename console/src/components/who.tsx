import { useSession } from '../api/access/session-context.ts'

interface WhoProps {
  readonly of: { readonly actor?: string; readonly actorVerified?: boolean; readonly clientId: string }
}

/** The person behind a change, if one was named, and the client that sent it; says so if nobody has verified the person. */
export function Who({ of: { actor, actorVerified, clientId } }: WhoProps) {
  const { isVerified } = useSession()
  if (actor === undefined) return clientId
  // Where no name can be verified, the mark would stand at each one and say nothing.
  const isMarked = !actorVerified && isVerified !== undefined
  return (
    <>
      {actor}{' '}
      <span style={{ color: 'var(--mantine-color-dimmed)' }}>
        {isMarked && '(not verified) '}
        {clientId}
      </span>
    </>
  )
}
