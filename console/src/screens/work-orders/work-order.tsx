import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../../api/session-context.ts'
import { LineList } from '../../components/lines/line-list.tsx'
import { type RecordScreen, recordScreen, Section } from '../../components/screen.tsx'
import { Moment } from '../../components/time.tsx'
import { type WorkOrderDetail, workOrders } from './requests.ts'
import { WorkDescription } from './work-description.tsx'
import { COMPLETE, isComplete, WorkLineCard } from './work-line-card.tsx'
import { WorkSteps } from './work-steps.tsx'

/** A work order: its components, the form that issues each, and its notes. For a phone first. */
export const WorkOrderScreen: RecordScreen = recordScreen({
  useParams: () => getRouteApi('/work-orders/$woNo').useParams(),
  title: ({ woNo }) => woNo,
  of: workOrders.one,
  show: (found) => <Work order={found} />,
})

function Work({ order }: { readonly order: WorkOrderDetail }) {
  const { woNo, status, lines, notes } = order
  const mayWrite = useMay('writeWorkOrders')
  const isOpen = status !== 'Closed'
  return (
    <>
      <WorkDescription of={order} />
      <LineList lines={lines} isUnfinished={(line) => !isComplete(line)} hasScan={isOpen} verbs={[COMPLETE]}>
        {(line, toggle) => <WorkLineCard woNo={woNo} line={line} isClosed={!isOpen} toggle={toggle} />}
      </LineList>
      {mayWrite && <WorkSteps order={order} />}
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
