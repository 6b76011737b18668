import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { resend } from '../../api/access/webhooks.ts'
import type { Schemas } from '../../api/http/client.ts'
import { messageOf } from '../../api/http/error-text.ts'
import { useSession } from '../../app/session-context.ts'

interface ResendProps {
  readonly webhook: Schemas['Webhook']
  readonly attempt: Schemas['WebhookAttempt']
}

/** Sends a change of the log again; test messages are not part of the feed, and no such button is shown for them. */
export function Resend({ webhook: { rec, active }, attempt: { webhookId, sequence } }: ResendProps) {
  const queries = useQueryClient()
  const { readOnly } = useSession()
  const again = useMutation({
    mutationFn: () => resend(rec, webhookId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook log', rec] }),
  })
  if (readOnly || !active || sequence === null) return null
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => again.mutate()}
        loading={again.isPending}
        aria-label={`Send change ${sequence} again`}
      >
        Send again
      </Button>
      <Text size="xs" role="status" {...(again.error && { c: 'var(--ink-bad)' })}>
        {again.error ? messageOf(again.error) : again.data && 'Queued'}
      </Text>
    </Group>
  )
}
