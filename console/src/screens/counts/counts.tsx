import { getRouteApi } from '@tanstack/react-router'
import { counts } from '../../api/documents.ts'
import { countStatuses } from '../../api/http/contract.ts'
import { statusFilter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { CountLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'

/** Counts of stock, the most recent first. */
export const Counts: ListScreen = listScreen({
  title: 'Counts',
  action: { needs: ['countStock', 'approveCounts'], to: '/new-count', name: 'New count' },
  useSearch: () => getRouteApi('/counts').useSearch(),
  filters: { wid: warehouseFilter(), status: statusFilter(countStatuses) },
  list: counts.list,
  columns: [
    { title: 'Count', cell: ({ countNo }) => <CountLink countNo={countNo} /> },
    column.moment('Created', 'created'),
    column.text('Warehouse', 'warehouseName'),
    column.text('Status', 'status'),
    column.optional('Assigned to', 'assignee', { isWide: true }),
    column.quantity('To count', 'openLines'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ countNo }) => countNo,
  empty: ({ status }) => sayNone('count', status),
})
