import { Text } from '@mantine/core'
import { typedAs } from '../../api/http/operations.ts'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { inWarehouse } from '../../fold/lines/ordered-lines.ts'
import { type NewWorkOrder, workOrders } from './requests.ts'
import { Components } from './work-description.tsx'
import { type NewWork, newOrder } from './work-fields.ts'
import { WorkOrderLink } from './work-order-link.tsx'

const toOrder = ({ wid, lines, ...order }: NewWork): NewWorkOrder => ({ ...order, lines: inWarehouse(lines, wid) })

/** Creates an order to make something of components. */
export const CreateWorkOrder: FormScreen = formScreen({
  title: 'New work order',
  verb: 'Create',
  fields: newOrder,
  kept: ['wid', 'assignee'],
  ...typedAs(workOrders.create, toOrder),
  showPlan: ({ lines }) => (
    <>
      <Text size="sm">An order with these components. They stay in stock until they are issued to it.</Text>
      <Components rows={lines} maxHeight={320} />
    </>
  ),
  showResult: ({ woNo }) => (
    <>
      The work order is <WorkOrderLink woNo={woNo} />.
    </>
  ),
})
