import { Button, Code, CopyButton } from '@mantine/core'

interface ShownOnceProps {
  /** Undefined in the answer to a repeat: a secret is shown once. */
  readonly secret: string | undefined
}

/** A secret that nobody can read again. */
export function ShownOnce({ secret }: ShownOnceProps) {
  if (secret === undefined) return 'Its secret was lost with the first answer, and is not shown again: make a new one.'
  return (
    <>
      The secret is <Code>{secret}</Code>{' '}
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>{' '}
      Keep it now: it will not be shown again.
    </>
  )
}
