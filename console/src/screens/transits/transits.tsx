import { getRouteApi } from '@tanstack/react-router'
import { overdue, TRANSIT_DAYS } from '../../api/exceptions.ts'
import { transitStatuses } from '../../api/http/contract.ts'
import { onlyFilter, statusFilter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { transits } from './requests.ts'
import { TransitLink } from './transit-link.tsx'

interface Search {
  readonly status?: (typeof transitStatuses)[number] | undefined
  readonly warehouse?: number | undefined
  readonly overdue?: true | undefined
}

/** Stock on its way between warehouses, the most recent first. */
export const Transits: ListScreen = listScreen({
  title: 'Transits',
  action: { needs: ['shipTransits'], to: '/ship-transit', name: 'Ship to another warehouse' },
  useSearch: () => getRouteApi('/transits').useSearch(),
  filters: {
    warehouse: warehouseFilter('From or to'),
    status: statusFilter(transitStatuses),
    overdue: onlyFilter(`Under way for ${TRANSIT_DAYS} days`),
  },
  list: ({ overdue: isOverdue, ...search }: Search) => transits.list({ ...search, ...(isOverdue && overdue()) }),
  columns: [
    { title: 'Slip', cell: ({ slip }) => <TransitLink slip={slip} /> },
    column.moment('Shipped', 'shipped'),
    column.text('From', 'warehouse'),
    column.text('To', 'shipToWarehouse'),
    column.text('Status', 'status'),
    column.wide('Reference', 'reference'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ slip }) => slip,
  empty: ({ status }) => sayNone('transit', status),
})
