import { getRouteApi } from '@tanstack/react-router'
import { orderStatuses } from '../../api/names/record-names.ts'
import { shipments } from '../../api/orders/orders.ts'
import { Due } from '../../parts/due.tsx'
import { stateFilter } from '../../parts/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../parts/lists/list-screen.tsx'
import { ShipmentLink } from '../../parts/record-links.tsx'
import { column } from '../../parts/tables/columns.tsx'

/** Shipping orders by status, those to be shipped soonest first. */
export const Fulfilment: ListScreen = listScreen({
  title: 'Fulfilment',
  label: 'Shipping orders',
  action: { needs: ['writeShipments'], to: '/new-shipping-order', name: 'New shipping order' },
  useSearch: () => getRouteApi('/fulfilment').useSearch(),
  filters: { status: stateFilter('Status', orderStatuses) },
  list: shipments,
  columns: [
    { title: 'Order', cell: ({ soNo }) => <ShipmentLink soNo={soNo} /> },
    { title: 'Ship by', cell: ({ shipDate, status }) => <Due at={shipDate} isOpen={status !== 'Closed'} /> },
    column.wide('Customer', 'customer'),
    column.text('Status', 'status'),
    column.day('Ordered', 'orderDate'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ soNo }) => soNo,
  empty: ({ status }) => sayNone('shipping order', status),
})
