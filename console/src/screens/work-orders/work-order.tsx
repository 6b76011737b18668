import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { closeWorkOrder, startWorkOrder, type WorkOrderDetail, workOrder } from '../../api/orders/work-orders.ts'
import { useMay } from '../../app/session-context.ts'
import { Due } from '../../parts/due.tsx'
import { Facts } from '../../parts/facts.tsx'
import { NextSteps, simpleStep } from '../../parts/forms/next-steps.tsx'
import { Scan } from '../../parts/lines/scan.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Section } from '../../parts/section.tsx'
import { Day, Moment } from '../../parts/time.tsx'
import { isComplete, WorkLineCard } from './work-line-card.tsx'

const route = getRouteApi('/work-orders/$woNo')

/** A work order: its components, the form that issues each, and its notes. For a phone first. */
export function WorkOrderScreen() {
  const { woNo } = route.useParams()
  return (
    <Screen title={woNo}>
      <Loaded query={useQuery(workOrder(woNo))} height={300}>
        {(found) => <Work order={found} />}
      </Loaded>
    </Screen>
  )
}

function Work({ order }: { readonly order: WorkOrderDetail }) {
  const { woNo, description, status, startDate, dueDate, assignee, lines, notes } = order
  const [open, setOpen] = useState<number>()
  const isOpen = status !== 'Closed'
  return (
    <>
      <Facts
        of={[
          ['What is made', description],
          ['Status', status],
          ['Starts', <Day key="starts" at={startDate} />],
          ['Due', <Due key="due" at={dueDate} isOpen={isOpen} />],
          ['Assigned to', assignee || '–'],
        ]}
      />
      {isOpen && <Scan lines={lines} isOpen={(line) => !isComplete(line)} onFound={setOpen} />}
      <Stack gap="xs" maw={720}>
        {lines.map((line) => (
          <WorkLineCard
            key={line.lineNo}
            woNo={woNo}
            line={line}
            isClosed={!isOpen}
            isOpen={open === line.lineNo}
            onToggle={() => setOpen(open === line.lineNo ? undefined : line.lineNo)}
          />
        ))}
      </Stack>
      <Steps order={order} />
      {notes.length > 0 && (
        <Section title="Notes">
          {notes.map(({ noteDate, author, note }) => (
            <Text key={noteDate} size="sm">
              {note}{' '}
              <Text span size="xs" c="dimmed">
                {author}, <Moment at={noteDate} />
              </Text>
            </Text>
          ))}
        </Section>
      )}
    </>
  )
}

function Steps({ order: { woNo, status } }: { readonly order: WorkOrderDetail }) {
  const mayWrite = useMay('writeWorkOrders')
  if (!mayWrite) return null
  const start = simpleStep(
    'Start',
    'The work has begun. The first component that is issued says so too.',
    async (key) => sayStatus(await startWorkOrder(woNo, key)),
  )
  const close = simpleStep('Close', 'The work has ended: no more components are issued to it.', async (key) =>
    sayStatus(await closeWorkOrder(woNo, key)),
  )
  return <NextSteps steps={[...(status === 'Open' ? [start] : []), ...(status === 'Closed' ? [] : [close])]} />
}

const sayStatus = ({ status }: WorkOrderDetail) => `The work order is now: ${status}.`
