import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { InventoryError } from '../../api/http/client.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { useSession } from '../../api/session-context.ts'
import { replay, stopReplay } from '../../api/webhooks.ts'
import { NextSteps } from '../../components/forms/next-steps.tsx'
import { Loaded } from '../../components/screen.tsx'
import { RowAction } from '../../components/tables/row-buttons.tsx'
import { toText } from '../../fold/person-numbers.ts'
import { stepsOf } from './webhook-steps.tsx'

const WATCHED_EVERY_MS = 2_000

/** What can be done with a webhook, and how far its replay is. */
export function WebhookPanel({ webhook }: { readonly webhook: Schemas['Webhook'] }) {
  const { readOnly } = useSession()
  return (
    <>
      {!readOnly && <NextSteps steps={stepsOf(webhook)} />}
      <Replay rec={webhook.rec} mayStop={!readOnly} />
    </>
  )
}

function Replay({ rec, mayStop }: { readonly rec: number; readonly mayStop: boolean }) {
  const query = useQuery({
    ...replay({ rec }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? WATCHED_EVERY_MS : false),
  })
  const hadNone = query.error instanceof InventoryError && query.error.code === 'not_found'
  if (hadNone) return null
  return (
    <Loaded query={query} height={24}>
      {({ status, fromSequence, toSequence, nextSequence, delivered }) => (
        <>
          <Text size="sm" role="status">
            Replay of changes {fromSequence} to {toSequence}: {status}, {toText(delivered)} delivered, next is{' '}
            {nextSequence}.
          </Text>
          {status === 'running' && mayStop && (
            <RowAction label="Stop the replay" act={(key) => stopReplay({ rec }, key)}>
              Stop
            </RowAction>
          )}
        </>
      )}
    </Loaded>
  )
}
