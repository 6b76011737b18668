import { duePurchases } from '../../api/orders/orders.ts'
import { Due } from '../../parts/due.tsx'
import { type ListScreen, listScreen } from '../../parts/lists/list-screen.tsx'
import { PurchaseLink } from '../../parts/record-links.tsx'
import { column } from '../../parts/tables/columns.tsx'

/** Purchase orders of which something is still expected. */
export const Receiving: ListScreen = listScreen({
  title: 'Receiving',
  label: 'Purchase orders due',
  action: { needs: ['writePurchases'], to: '/new-purchase-order', name: 'New purchase order' },
  useSearch: () => ({}),
  list: duePurchases,
  columns: [
    { title: 'Order', cell: ({ poNo }) => <PurchaseLink poNo={poNo} /> },
    { title: 'Expected', cell: ({ expectedDate }) => <Due at={expectedDate} /> },
    column.wide('Vendor', 'vendor'),
    column.text('Status', 'status'),
    column.day('Ordered', 'orderDate'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ poNo }) => poNo,
  height: 'calc(100dvh - 130px)',
  empty: () => 'Nothing is expected: no purchase order is open.',
})
