import { Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/http/client.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { useSession } from '../../api/session-context.ts'
import { changeWebhook, sendTest } from '../../api/webhooks.ts'
import { RowButton } from '../../components/tables/row-buttons.tsx'

interface WebhookActionsProps {
  readonly webhook: Schemas['Webhook']
  readonly onLog: () => void
  /** Shows what else can be done with it. */
  readonly onManage: () => void
}

/** Shows the log, sends a test message, and switches on again what the system has switched off. */
export function WebhookActions({ webhook: { rec, name, active, switchedOff }, onLog, onManage }: WebhookActionsProps) {
  const queries = useQueryClient()
  const { readOnly } = useSession()
  const onSuccess = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['webhooks'] }),
      queries.invalidateQueries({ queryKey: ['webhook log', rec] }),
    ])
  const test = useMutation({ mutationFn: () => sendTest({ rec }), onSuccess })
  const resume = useMutation({ mutationFn: () => changeWebhook({ rec, active: true }), onSuccess })
  const error = test.error ?? resume.error
  const mayResume = !active || switchedOff !== null
  return (
    <Group gap={6} wrap="nowrap">
      <RowButton label={`Log of ${name}`} onClick={onLog}>
        Log
      </RowButton>
      {!readOnly && (
        <RowButton label={`Send a test message to ${name}`} onClick={() => test.mutate()} isBusy={test.isPending}>
          Test
        </RowButton>
      )}
      <RowButton label={`Manage ${name}`} onClick={onManage}>
        Manage
      </RowButton>
      {!readOnly && mayResume && (
        <RowButton label={`Switch ${name} on`} onClick={() => resume.mutate()} isBusy={resume.isPending}>
          Switch on
        </RowButton>
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
