import { Group, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { InventoryError, messageOf } from '../../api/http/client.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { useSession } from '../../api/session-context.ts'
import { attempts, changeWebhook, replay, resend, sendTest, stopReplay, webhooks } from '../../api/webhooks.ts'
import { NextSteps } from '../../components/forms/next-steps.tsx'
import { StateBadge } from '../../components/lot-state.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PagedTable } from '../../components/tables/paged-table.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { RowAction, RowButton } from '../../components/tables/row-buttons.tsx'
import { None } from '../../components/time.tsx'
import { toText } from '../../fold/person-numbers.ts'
import { newWebhook, stepsOf } from './webhook-steps.tsx'

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
    column.description('URL', 'url'),
    { title: 'Events', isNumber: true, cell: ({ events }) => <span title={events.join(', ')}>{events.length}</span> },
    { title: 'State', cell: (webhook) => <State webhook={webhook} /> },
    column.moment('Failing since', 'failingSince'),
    {
      title: 'Actions',
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
            empty="No webhooks yet"
          />
        )}
      </Loaded>
      {managed && (
        <Section title={`Webhook ${managed.name}`} key={managed.rec}>
          {!readOnly && <NextSteps steps={stepsOf(managed)} />}
          <Replay rec={managed.rec} mayStop={!readOnly} />
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
            empty="No deliveries in the last 30 days"
          />
        </>
      )}
    </Section>
  )
}

function State({ webhook: { active, switchedOff, failingSince } }: { readonly webhook: Webhook }) {
  if (switchedOff !== null) return <StateBadge colour="var(--ink-bad)">{`Turned off: ${switchedOff}`}</StateBadge>
  if (failingSince !== null) return <StateBadge colour="var(--ink-warn)">Failing</StateBadge>
  return active ? 'Active' : 'Inactive'
}

const attemptColumns = (webhook: Webhook): readonly Column<Schemas['WebhookAttempt']>[] => [
  column.moment('When', 'at'),
  column.wide('Event', 'type'),
  column.optional('Change', 'sequence', { isNumber: true }),
  column.number('Attempt', 'attempt'),
  column.text('Outcome', 'outcome'),
  { title: 'Response', cell: ({ status, error }) => status ?? error ?? <None /> },
  column.number('Duration (ms)', 'durationMs'),
  column.moment('Next attempt', 'nextAttempt'),
  { title: 'Actions', cell: (attempt) => <Resend webhook={webhook} attempt={attempt} /> },
]

interface WebhookActionsProps {
  readonly webhook: Schemas['Webhook']
  readonly onLog: () => void
  /** Shows what else can be done with it. */
  readonly onManage: () => void
}

/** Shows the log, sends a test message, and switches on again what the system has switched off. */
function WebhookActions({ webhook: { rec, name, active, switchedOff }, onLog, onManage }: WebhookActionsProps) {
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
        <RowButton label={`Turn on ${name}`} onClick={() => resume.mutate()} isBusy={resume.isPending}>
          Turn on
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

const WATCHED_EVERY_MS = 2_000

/** How far the replay of a webhook is. */
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
            Replay of changes {fromSequence} to {toSequence}: {status}, {toText(delivered)} delivered, next:{' '}
            {nextSequence}.
          </Text>
          {status === 'running' && mayStop && (
            <RowAction label="Stop replay" act={(key) => stopReplay({ rec }, key)}>
              Stop
            </RowAction>
          )}
        </>
      )}
    </Loaded>
  )
}

interface ResendProps {
  readonly webhook: Schemas['Webhook']
  readonly attempt: Schemas['WebhookAttempt']
}

/** Sends a change of the log again; test messages are not part of the feed, and no such button is shown for them. */
function Resend({ webhook: { rec, active }, attempt: { webhookId, sequence } }: ResendProps) {
  const queries = useQueryClient()
  const { readOnly } = useSession()
  const again = useMutation({
    mutationFn: () => resend({ rec, webhookId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook log', rec] }),
  })
  if (readOnly || !active || sequence === null) return null
  return (
    <Group gap={6} wrap="nowrap">
      <RowButton label={`Resend change ${sequence}`} onClick={() => again.mutate()} isBusy={again.isPending}>
        Resend
      </RowButton>
      <Text size="xs" role="status" {...(again.error && { c: 'var(--ink-bad)' })}>
        {again.error ? messageOf(again.error) : again.data && 'Queued'}
      </Text>
    </Group>
  )
}
