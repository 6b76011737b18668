import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { changeWorkOrder, type WorkLine, type WorkOrderDetail, workOrders } from '../../api/documents.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { type Fields, quantity, required, text, wide } from '../../components/forms/fields.tsx'
import { NextSteps } from '../../components/forms/next-steps.tsx'
import { LineList } from '../../components/lines/line-list.tsx'
import { lineChoice, numbered, orderSteps } from '../../components/lines/order-lines.tsx'
import { type RecordScreen, recordScreen, Section } from '../../components/screen.tsx'
import { Day, Due, Moment } from '../../components/time.tsx'
import { inWarehouse } from '../../fold/lines/ordered-lines.ts'
import { Components, components, plan } from './work-fields.ts'
import { COMPLETE, isComplete, WorkLineCard } from './work-line-card.tsx'

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

/** What a work order is about. */
function WorkDescription({ of: order }: { readonly of: WorkOrderDetail }) {
  const { description, status, startDate, dueDate, assignee } = order
  return (
    <DescriptionList
      of={[
        ['Product', description],
        ['Status', status],
        ['Starts', <Day key="starts" at={startDate} />],
        ['Due', <Due key="due" at={dueDate} isOpen={status !== 'Closed'} />],
        ['Assigned to', assignee || '–'],
      ]}
    />
  )
}

/** The next steps of a work order, for people who may change it. */
function WorkSteps({ order: { woNo, status, lines } }: { readonly order: WorkOrderDetail }) {
  const { changing, ending } = orderSteps({ woNo }, changeWorkOrder, (after: WorkOrderDetail) => (
    <>
      <WorkDescription of={after} />
      <Components rows={after.lines} maxHeight={320} />
    </>
  ))
  const noting = orderSteps<{ woNo: string }, { note: string }, WorkOrderDetail>(
    { woNo },
    workOrders.step('Notes'),
    ({ notes }) => notes.at(-1)?.note,
  )
  const note = noting.changing('Add note', 'Kept with the time and the client.', noteFields, (typed) => typed)
  const changes = [
    changing('Change plan', 'Empty fields keep their values.', plan, (changed) => changed),
    changing('Add lines', 'Adds components to the order.', components, ({ wid, lines: added }) => ({
      lines: numbered(inWarehouse(added, wid), lines),
    })),
    changing('Change line', 'Sets a new quantity.', toLineFields(lines), (line) => ({ lines: [line] })),
    ending('Close', 'Ends the work. No more components can be issued to it.', workOrders.step('Close')),
  ]
  const start = ending(
    'Start',
    'Marks the work as started. Issuing the first component does this, too.',
    workOrders.step('Start'),
  )
  return <NextSteps steps={[...(status === 'Open' ? [start] : []), ...(status === 'Closed' ? [] : changes), note]} />
}

const noteFields: Fields<{ note: string }> = { note: required(wide(text('Note', 255))) }
const toLineFields = (lines: readonly WorkLine[]): Fields<{ lineNo: number; units: number }> => ({
  lineNo: required(lineChoice(lines)),
  units: required(quantity('Total units')),
})
