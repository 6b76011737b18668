import { getRouteApi } from '@tanstack/react-router'
import { workStatuses } from '../../api/http/contract.ts'
import { stateFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { Due } from '../../components/time.tsx'
import { workOrders } from './requests.ts'
import { WorkOrderLink } from './work-order-link.tsx'

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
    column.wide('What is made', 'description'),
    column.text('Status', 'status'),
    column.day('Starts', 'startDate'),
    column.optional('Assigned to', 'assignee'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ woNo }) => woNo,
  empty: ({ status }) => sayNone('work order', status),
})
