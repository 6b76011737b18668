import { getRouteApi } from '@tanstack/react-router'
import { late } from '../../api/exceptions.ts'
import { onlyFilter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { Due } from '../../components/time.tsx'
import { PurchaseLink } from './purchase-link.tsx'
import { purchases } from './requests.ts'

interface Search {
  readonly warehouse?: number | undefined
  readonly late?: true | undefined
}

/** Purchase orders of which something is still expected. */
export const Receiving: ListScreen = listScreen({
  title: 'Receiving',
  label: 'Purchase orders due',
  action: { needs: ['writePurchaseOrders'], to: '/new-purchase-order', name: 'New purchase order' },
  useSearch: () => getRouteApi('/receiving').useSearch(),
  filters: { warehouse: warehouseFilter(), late: onlyFilter('Only late ones') },
  list: ({ late: isLate, warehouse }: Search) => purchases.list({ warehouse, ...(isLate && late()) }),
  columns: [
    { title: 'Order', cell: ({ poNo }) => <PurchaseLink poNo={poNo} /> },
    { title: 'Expected', cell: ({ expectedDate }) => <Due at={expectedDate} /> },
    column.wide('Vendor', 'vendor'),
    column.text('Status', 'status'),
    column.day('Ordered', 'orderDate'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ poNo }) => poNo,
  empty: ({ late: isLate }) =>
    isLate ? 'No purchase order is late.' : 'Nothing is expected: no purchase order is open.',
})
