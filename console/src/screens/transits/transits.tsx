import { getRouteApi } from '@tanstack/react-router'
import { transitStatuses } from '../../api/names/record-names.ts'
import { transitList } from '../../api/orders/transits.ts'
import { statusFilter, warehouseFilter } from '../../parts/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../parts/lists/list-screen.tsx'
import { TransitLink } from '../../parts/record-links.tsx'
import { column } from '../../parts/tables/columns.tsx'

/** Stock on its way between warehouses, the most recent first. */
export const Transits: ListScreen = listScreen({
  title: 'Transits',
  action: { needs: ['shipTransits'], to: '/ship-transit', name: 'Ship to another warehouse' },
  useSearch: () => getRouteApi('/transits').useSearch(),
  filters: { warehouse: warehouseFilter('From or to'), status: statusFilter(transitStatuses) },
  list: transitList,
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
