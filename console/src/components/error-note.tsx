import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { InventoryError, messageOf } from '../api/http/client.ts'
import { isChoice } from '../api/http/query-client.ts'
import { Icon } from './icons.tsx'

/** What went wrong, in the interface's words. What can be tried again here has only been read. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <Alert
      role="alert"
      color="var(--ink-bad)"
      variant="outline"
      icon={<Icon of="warning" />}
      title={titleOf(error, onRetry !== undefined)}
      maw={720}
    >
      <Group justify="space-between" align="center">
        <Text size="sm">{onRetry ? ofRead(messageOf(error)) : messageOf(error)}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  )
}

/** Says why something to choose from cannot be read, while a field asks for it; it is read again by itself. */
export function ChoiceReads() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const failing = () =>
    cache.findAll({ type: 'active', predicate: isChoice }).find(({ state }) => state.status === 'error')
  const error = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => failing()?.state.error,
  )
  if (!error) return null
  return (
    <ErrorNote error={error} onRetry={() => void queries.refetchQueries({ type: 'active', predicate: isChoice })} />
  )
}

const TITLES: Readonly<Record<string, string>> = {
  validation_error: 'Check the highlighted fields',
  unauthorized: 'Not signed in',
  sign_in_failed: 'Sign-in failed',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  conflict: 'This can’t be done right now',
  rate_limited: 'Too many requests',
  service_unavailable: 'Temporarily unavailable. Nothing was changed.',
  outcome_unknown: 'No response. The change may have been made.',
}

/** Of a read it goes without saying. */
const ofRead = (message: string) => message.replace(' Nothing was changed.', '')

function titleOf(error: unknown, isRead: boolean): string {
  if (error instanceof InventoryError) {
    if (isRead && error.code === 'service_unavailable') return 'Temporarily unavailable'
    return TITLES[error.code] ?? `Error ${error.statusCode}`
  }
  return error instanceof TypeError ? 'No connection' : 'Something went wrong'
}
