import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import { useSession } from '../../api/session-context.ts'
import { attempts, webhooks } from '../../api/webhooks.ts'
import { NextSteps } from '../../components/forms/next-steps.tsx'
import { StateBadge } from '../../components/lot-state.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PagedTable } from '../../components/tables/paged-table.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { None } from '../../components/time.tsx'
import { Resend } from './resend.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookPanel } from './webhook-panel.tsx'
import { newWebhook } from './webhook-steps.tsx'

type Webhook = Schemas['Webhook']

/** The client's webhooks, whether they work, and the log of each. */
export function Webhooks() {
  const found = useQuery(webhooks({}))
  const { readOnly } = useSession()
  const [logged, setLogged] = useState<number>()
  const [chosen, setChosen] = useState<number>()
  const oneOf = (rec: number | undefined) => found.data?.value.find((webhook) => webhook.rec === rec)
  const [shown, managed] = [oneOf(logged), oneOf(chosen)]
  const columns: readonly Column<Webhook>[] = [
    column.text('Name', 'name'),
    column.description('Sends to', 'url'),
    { title: 'Events', isNumber: true, cell: ({ events }) => <span title={events.join(', ')}>{events.length}</span> },
    { title: 'State', cell: (webhook) => <State webhook={webhook} /> },
    column.moment('Failing since', 'failingSince'),
    {
      title: 'Do',
      cell: (webhook) => (
        <WebhookActions
          webhook={webhook}
          onLog={() => setLogged(webhook.rec)}
          onManage={() => setChosen(webhook.rec)}
        />
      ),
    },
  ]
  return (
    <Section title="Webhooks">
      {!readOnly && <NextSteps steps={[newWebhook]} />}
      <Loaded query={found}>
        {({ value }) => (
          <PlainTable
            label="Webhooks"
            columns={columns}
            rows={value}
            keyOf={({ rec }) => rec}
            empty="This client has no webhook."
          />
        )}
      </Loaded>
      {managed && (
        <Section title={`Webhook ${managed.name}`} key={managed.rec}>
          <WebhookPanel webhook={managed} />
        </Section>
      )}
      {shown && (
        <>
          <Title order={3} size="sm">
            Log of {shown.name}
          </Title>
          <PagedTable
            label={`Log of ${shown.name}`}
            list={attempts(shown.rec)}
            columns={attemptColumns(shown)}
            keyOf={({ webhookId, at }) => `${webhookId} ${at}`}
            height="50dvh"
            empty="Nothing was sent in the last 30 days."
          />
        </>
      )}
    </Section>
  )
}

function State({ webhook: { active, switchedOff, failingSince } }: { readonly webhook: Webhook }) {
  if (switchedOff !== null) return <StateBadge colour="var(--ink-bad)">{`Switched off: ${switchedOff}`}</StateBadge>
  if (failingSince !== null) return <StateBadge colour="var(--ink-warn)">Failing</StateBadge>
  return active ? 'Active' : 'Inactive'
}

const attemptColumns = (webhook: Webhook): readonly Column<Schemas['WebhookAttempt']>[] => [
  column.moment('When', 'at'),
  column.wide('Event', 'type'),
  column.optional('Change', 'sequence', { isNumber: true }),
  column.number('Attempt', 'attempt'),
  column.text('Outcome', 'outcome'),
  { title: 'Answer', cell: ({ status, error }) => status ?? error ?? <None /> },
  column.number('Took (ms)', 'durationMs'),
  column.moment('Next', 'nextAttempt'),
  { title: 'Do', cell: (attempt) => <Resend webhook={webhook} attempt={attempt} /> },
]
