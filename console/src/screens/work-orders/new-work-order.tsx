import { Text } from '@mantine/core'
import { createWorkOrder, type NewWorkOrder } from '../../api/orders/work-orders.ts'
import type { OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { day, type Fields, required, text, warehouse, wide } from '../../parts/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../parts/forms/form-screen.tsx'
import { orderedLines } from '../../parts/lines/lines-field.tsx'
import { newLinesTable } from '../../parts/lines/new-lines.ts'
import { WorkOrderLink } from '../../parts/record-links.tsx'

type Typed = Pick<NewWorkOrder, 'description' | 'startDate' | 'dueDate' | 'assignee'> & {
  wid: number
  lines: OrderedLine[]
}

const fields: Fields<Typed> = {
  description: required({ ...wide(text('What is made', 255)), name: 'what is made' }),
  lines: orderedLines,
  wid: required(warehouse('Components from', 'from which warehouse')),
  startDate: day('Starts (day, UTC)'),
  dueDate: day('Due (day, UTC)'),
  assignee: text('Assigned to', 128),
}

const toOrder = ({ wid, lines, ...order }: Typed): NewWorkOrder => ({
  ...order,
  lines: lines.map(({ itemID, units }) => ({ itemID, units, warehouse: wid })),
})

/** Creates an order to make something of components. */
export const CreateWorkOrder: FormScreen = formScreen({
  title: 'New work order',
  verb: 'Create',
  fields,
  kept: ['wid', 'assignee'],
  preview: (typed: Typed) => createWorkOrder.preview(toOrder(typed)),
  send: (typed, key) => createWorkOrder.send(toOrder(typed), key),
  showPreview: ({ lines }) => (
    <>
      <Text size="sm">An order with these components. They stay in stock until they are issued to it.</Text>
      <Components rows={lines} maxHeight={320} />
    </>
  ),
  showAnswer: ({ woNo }) => (
    <>
      The work order is <WorkOrderLink woNo={woNo} />.
    </>
  ),
})

const Components = newLinesTable('Components')
