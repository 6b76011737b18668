import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../../api/access/session-context.ts'
import { closeWorkOrder, startWorkOrder, type WorkOrderDetail, workOrder } from '../../api/orders/work-orders.ts'
import { Due } from '../../parts/due.tsx'
import { Facts } from '../../parts/facts.tsx'
import { NextSteps, simpleStep } from '../../parts/forms/next-steps.tsx'
import { LineList } from '../../parts/lines/line-list.tsx'
import { type RecordScreen, recordScreen } from '../../parts/record-screen.tsx'
import { Section } from '../../parts/section.tsx'
import { Day, Moment } from '../../parts/time.tsx'
import { COMPLETE, isComplete, WorkLineCard } from './work-line-card.tsx'

/** A work order: its components, the form that issues each, and its notes. For a phone first. */
export const WorkOrderScreen: RecordScreen = recordScreen({
  useParams: () => getRouteApi('/work-orders/$woNo').useParams(),
  title: ({ woNo }) => woNo,
  of: workOrder,
  show: (found) => <Work order={found} />,
})

function Work({ order }: { readonly order: WorkOrderDetail }) {
  const { woNo, description, status, startDate, dueDate, assignee, lines, notes } = order
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
      <LineList lines={lines} isUnfinished={(line) => !isComplete(line)} hasScan={isOpen} verbs={[COMPLETE]}>
        {(line, toggle) => <WorkLineCard woNo={woNo} line={line} isClosed={!isOpen} toggle={toggle} />}
      </LineList>
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
    async (key) => sayStatus(await startWorkOrder({ woNo }, key)),
  )
  const close = simpleStep('Close', 'The work has ended: no more components are issued to it.', async (key) =>
    sayStatus(await closeWorkOrder({ woNo }, key)),
  )
  return <NextSteps steps={[...(status === 'Open' ? [start] : []), ...(status === 'Closed' ? [] : [close])]} />
}

const sayStatus = ({ status }: WorkOrderDetail) => `The work order is now: ${status}.`
