import { getRouteApi } from '@tanstack/react-router'
import { shipments } from '../../api/documents.ts'
import { late } from '../../api/exceptions.ts'
import { orderStatuses } from '../../api/http/contract.ts'
import { onlyFilter, stateFilter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { Due } from '../../components/time.tsx'
import { chosenIn } from '../../fold/picking/chosen-orders.ts'
import { ChooseOrder, PickChosen } from './choose-orders.tsx'
import { ShipmentLink } from './shipment-link.tsx'

interface Search {
  readonly status?: (typeof orderStatuses)[number] | undefined
  readonly warehouse?: number | undefined
  readonly late?: true | undefined
  readonly waiting?: true | undefined
  readonly pick?: string | undefined
}

/** Shipping orders by status, those to be shipped soonest first. */
export const Fulfilment: ListScreen = listScreen({
  title: 'Fulfilment',
  label: 'Shipping orders',
  action: { needs: ['writeShippingOrders'], to: '/new-shipping-order', name: 'New shipping order' },
  useSearch: () => getRouteApi('/fulfilment').useSearch(),
  filters: {
    warehouse: warehouseFilter(),
    status: stateFilter('Status', orderStatuses),
    late: onlyFilter('Only late ones'),
    waiting: onlyFilter('Waiting for stock'),
  },
  // Which orders are chosen does not restrict the list.
  list: ({ late: isLate, pick: _, ...search }: Search) => shipments.list({ ...search, ...(isLate && late()) }),
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
