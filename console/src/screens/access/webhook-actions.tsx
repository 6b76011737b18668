import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reactivate, sendTest, webhooks } from '../../api/access/webhooks.ts'
import type { Schemas } from '../../api/http/client.ts'
import { messageOf } from '../../api/http/error-text.ts'
import { useSession } from '../../app/session-context.ts'

interface WebhookActionsProps {
  readonly webhook: Schemas['Webhook']
  readonly onLog: () => void
}

/** Shows the log, sends a test message, and switches on again what the system has switched off. */
export function WebhookActions({ webhook: { rec, name, active, switchedOff }, onLog }: WebhookActionsProps) {
  const queries = useQueryClient()
  const { readOnly } = useSession()
  const onSuccess = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: webhooks.queryKey }),
      queries.invalidateQueries({ queryKey: ['webhook log', rec] }),
    ])
  const test = useMutation({ mutationFn: () => sendTest(rec), onSuccess })
  const resume = useMutation({ mutationFn: () => reactivate(rec), onSuccess })
  const error = test.error ?? resume.error
  const mayResume = !active || switchedOff !== null
  return (
    <Group gap={6} wrap="nowrap">
      <Button size="compact-xs" variant="default" onClick={onLog} aria-label={`Log of ${name}`}>
        Log
      </Button>
      {!readOnly && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => test.mutate()}
          loading={test.isPending}
          aria-label={`Send a test message to ${name}`}
        >
          Test
        </Button>
      )}
      {!readOnly && mayResume && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => resume.mutate()}
          loading={resume.isPending}
          aria-label={`Switch ${name} on`}
        >
          Switch on
        </Button>
      )}
      <Text size="xs" role="status" {...(error && { c: 'var(--ink-bad)' })}>
        {error ? messageOf(error) : test.data && resultOf(test.data)}
      </Text>
    </Group>
  )
}

function resultOf({ delivered, status, error }: Schemas['TestWebhookAnswer']): string {
  return delivered ? `Delivered (${status})` : `Not delivered: ${error ?? status}`
}
