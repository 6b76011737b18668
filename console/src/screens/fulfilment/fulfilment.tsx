import { getRouteApi } from '@tanstack/react-router'
import { orderStatuses } from '../../api/names/record-names.ts'
import { shipments } from '../../api/orders/orders.ts'
import { chosenIn } from '../../fold/picking/chosen-orders.ts'
import { Due } from '../../parts/due.tsx'
import { stateFilter } from '../../parts/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../parts/lists/list-screen.tsx'
import { ShipmentLink } from '../../parts/record-links.tsx'
import { column } from '../../parts/tables/columns.tsx'
import { ChooseOrder, PickChosen } from './choose-orders.tsx'

/** Which orders are chosen does not restrict the list. */
const ofStatus = ({ status }: Parameters<typeof shipments>[0]) => shipments({ status })

/** Shipping orders by status, those to be shipped soonest first. */
export const Fulfilment: ListScreen = listScreen({
  title: 'Fulfilment',
  label: 'Shipping orders',
  useSearch: () => getRouteApi('/fulfilment').useSearch(),
  filters: { status: stateFilter('Status', orderStatuses) },
  list: ofStatus,
  above: ({ pick }) => <PickChosen chosen={chosenIn(pick)} />,
  columns: [
    { title: 'Order', cell: ({ soNo }) => <ShipmentLink soNo={soNo} /> },
    { title: 'Ship by', cell: ({ shipDate, status }) => <Due at={shipDate} isOpen={status !== 'Closed'} /> },
    { title: 'Pick', cell: ({ soNo, status }) => status !== 'Closed' && <ChooseOrder soNo={soNo} /> },
    column.wide('Customer', 'customer'),
    column.text('Status', 'status'),
    column.day('Ordered', 'orderDate'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ soNo }) => soNo,
  empty: ({ status }) => sayNone('shipping order', status),
})
