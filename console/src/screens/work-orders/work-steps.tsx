import { type Fields, quantity, required, text, wide } from '../../components/forms/fields.tsx'
import { NextSteps } from '../../components/forms/next-steps.tsx'
import { lineChoice, numbered, orderSteps } from '../../components/lines/order-lines.tsx'
import { inWarehouse } from '../../fold/lines/ordered-lines.ts'
import { changeWorkOrder, type WorkLine, type WorkOrderDetail, workOrders } from './requests.ts'
import { Components, WorkDescription } from './work-description.tsx'
import { components, plan } from './work-fields.ts'

/** The next steps of a work order, for people who may change it. */
export function WorkSteps({ order: { woNo, status, lines } }: { readonly order: WorkOrderDetail }) {
  const { changing, ending } = orderSteps({ woNo }, changeWorkOrder, (after: WorkOrderDetail) => (
    <>
      <WorkDescription of={after} />
      <Components rows={after.lines} maxHeight={320} />
    </>
  ))
  const noting = orderSteps<{ woNo: string }, Note, WorkOrderDetail>(
    { woNo },
    workOrders.step('Notes'),
    ({ notes }) => notes.at(-1)?.note,
  )
  const note = noting.changing('Add a note', 'It stays, with the time and the client.', noteFields, (typed) => typed)
  const changes = [
    changing('Change the plan', 'What is left blank stays as it is.', plan, (changed) => changed),
    changing('Add lines', 'It takes more components.', components, ({ wid, lines: added }) => ({
      lines: numbered(inWarehouse(added, wid), lines),
    })),
    changing('Change a line', 'Another quantity.', toLineFields(lines), (line) => ({ lines: [line] })),
    ending('Close', 'The work has ended: no more components are issued to it.', workOrders.step('Close')),
  ]
  const start = ending(
    'Start',
    'The work has begun. The first component that is issued says so too.',
    workOrders.step('Start'),
  )
  return <NextSteps steps={[...(status === 'Open' ? [start] : []), ...(status === 'Closed' ? [] : changes), note]} />
}

interface Note {
  readonly note: string
}
const noteFields: Fields<Note> = { note: required(wide(text('Note', 255))) }
const toLineFields = (lines: readonly WorkLine[]): Fields<{ lineNo: number; units: number }> => ({
  lineNo: required(lineChoice(lines)),
  units: required(quantity('Units in all')),
})
