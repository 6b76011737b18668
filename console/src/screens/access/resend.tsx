import { Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/http/client.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { useSession } from '../../api/session-context.ts'
import { resend } from '../../api/webhooks.ts'
import { RowButton } from '../../components/tables/row-buttons.tsx'

interface ResendProps {
  readonly webhook: Schemas['Webhook']
  readonly attempt: Schemas['WebhookAttempt']
}

/** Sends a change of the log again; test messages are not part of the feed, and no such button is shown for them. */
export function Resend({ webhook: { rec, active }, attempt: { webhookId, sequence } }: ResendProps) {
  const queries = useQueryClient()
  const { readOnly } = useSession()
  const again = useMutation({
    mutationFn: () => resend({ rec, webhookId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook log', rec] }),
  })
  if (readOnly || !active || sequence === null) return null
  return (
    <Group gap={6} wrap="nowrap">
      <RowButton label={`Send again: change ${sequence}`} onClick={() => again.mutate()} isBusy={again.isPending}>
        Send again
      </RowButton>
      <Text size="xs" role="status" {...(again.error && { c: 'var(--ink-bad)' })}>
        {again.error ? messageOf(again.error) : again.data && 'Queued'}
      </Text>
    </Group>
  )
}
