import { Text } from '@mantine/core'
import type { Schemas } from '../../api/http/client.ts'
import { duePurchases } from '../../api/orders/orders.ts'
import { Due } from '../../parts/due.tsx'
import { Quantity } from '../../parts/figures.tsx'
import { RouteAnchor } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { Day } from '../../parts/time.tsx'

/** Purchase orders of which something is still expected. */
export function Receiving() {
  return (
    <Screen title="Receiving">
      <PagedTable
        label="Purchase orders due"
        list={duePurchases()}
        columns={columns}
        keyOf={({ poNo }) => poNo}
        height="calc(100dvh - 130px)"
        empty={
          <Text c="dimmed" py="lg">
            Nothing is expected: no purchase order is open.
          </Text>
        }
      />
    </Screen>
  )
}

const columns: readonly Column<Schemas['PurchaseOrder']>[] = [
  {
    title: 'Order',
    cell: ({ poNo }) => (
      <RouteAnchor to="/receiving/$poNo" params={{ poNo }} size="sm" fw={500}>
        {poNo}
      </RouteAnchor>
    ),
  },
  { title: 'Expected', cell: ({ expectedDate }) => <Due at={expectedDate} /> },
  { title: 'Vendor', isWide: true, cell: ({ vendor }) => vendor },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Ordered', cell: ({ orderDate }) => <Day at={orderDate} /> },
  { title: 'Lines', isNumber: true, cell: ({ totalLines }) => <Quantity of={totalLines} /> },
]
