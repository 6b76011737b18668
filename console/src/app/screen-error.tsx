import { Stack, Title } from '@mantine/core'
import { ErrorNote } from '../components/error-note.tsx'

/** Shown in place of a screen that failed; the rest of the page goes on. */
export function ScreenError({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <Stack p="md">
      <Title order={1}>This page cannot be shown</Title>
      <ErrorNote error={error} onRetry={reset} />
    </Stack>
  )
}
