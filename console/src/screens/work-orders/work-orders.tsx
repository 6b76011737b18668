import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type NewWorkOrder, workOrders } from '../../api/documents.ts'
import { workStatuses } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { RouteAnchor } from '../../components/links.tsx'
import { stateFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { Due } from '../../components/time.tsx'
import { inWarehouse } from '../../fold/lines/ordered-lines.ts'
import { Components, type NewWork, newOrder } from './work-fields.ts'

/** Work orders by status, the latest start first. */
export const WorkOrders: ListScreen = listScreen({
  title: 'Work orders',
  action: { needs: ['writeWorkOrders'], to: '/new-work-order', name: 'New work order' },
  useSearch: () => getRouteApi('/work-orders').useSearch(),
  filters: { status: stateFilter('Status', workStatuses) },
  list: workOrders.list,
  columns: [
    { title: 'Order', cell: ({ woNo }) => <WorkOrderLink woNo={woNo} /> },
    { title: 'Due', cell: ({ dueDate, status }) => <Due at={dueDate} isOpen={status !== 'Closed'} /> },
    column.wide('Product', 'description'),
    column.text('Status', 'status'),
    column.day('Starts', 'startDate'),
    column.optional('Assigned to', 'assignee'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ woNo }) => woNo,
  empty: ({ status }) => sayNone('work order', status),
})

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
      <Text size="sm">Work order with these components. They stay in stock until they are issued to it.</Text>
      <Components rows={lines} maxHeight={320} />
    </>
  ),
  showResult: ({ woNo }) => (
    <>
      Created work order <WorkOrderLink woNo={woNo} />.
    </>
  ),
})

function WorkOrderLink({ woNo }: { readonly woNo: string }) {
  return (
    <RouteAnchor to="/work-orders/$woNo" params={{ woNo }} size="sm" fw={500}>
      {woNo}
    </RouteAnchor>
  )
}
