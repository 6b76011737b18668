/** The person behind a change, if one was named, and the client that sent it. */
export function Who({
  of: { actor, clientId },
}: {
  readonly of: { readonly actor?: string; readonly clientId: string }
}) {
  if (actor === undefined) return clientId
  return (
    <>
      {actor} <span style={{ color: 'var(--mantine-color-dimmed)' }}>{clientId}</span>
    </>
  )
}
