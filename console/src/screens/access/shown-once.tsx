import { Button, Code, CopyButton } from '@mantine/core'

interface ShownOnceProps {
  /** Undefined in the response to a repeat: a secret is shown once. */
  readonly secret: string | undefined
}

/** A secret that nobody can read again. */
export function ShownOnce({ secret }: ShownOnceProps) {
  if (secret === undefined) return 'The secret was in the first response and can’t be shown again. Create a new one.'
  return (
    <>
      Secret: <Code>{secret}</Code>{' '}
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>{' '}
      Copy it now. You won’t see it again.
    </>
  )
}
