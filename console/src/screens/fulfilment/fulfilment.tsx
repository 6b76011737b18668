import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/client.ts'
import { orderStatuses } from '../../api/names/record-names.ts'
import { shipments } from '../../api/orders/orders.ts'
import { Due } from '../../parts/due.tsx'
import { Quantity } from '../../parts/figures.tsx'
import { RouteAnchor } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { SavedViews } from '../../parts/tables/saved-views.tsx'
import { StateFilter } from '../../parts/tables/state-filter.tsx'
import { Day } from '../../parts/time.tsx'

const route = getRouteApi('/fulfilment')

/** Shipping orders by status, those to be shipped soonest first. */
export function Fulfilment() {
  const { status } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Screen title="Fulfilment">
      <Group align="end" gap="sm">
        <StateFilter
          label="Status"
          states={orderStatuses}
          value={status}
          onChange={(chosen) => void navigate({ search: { status: chosen } })}
        />
        <SavedViews />
      </Group>
      <PagedTable
        label="Shipping orders"
        list={shipments(status)}
        columns={columns}
        keyOf={({ soNo }) => soNo}
        empty={
          <Text c="dimmed" py="lg">
            There is no shipping order{status && ` that is ${status.toLowerCase()}`}.
          </Text>
        }
      />
    </Screen>
  )
}

const columns: readonly Column<Schemas['ShippingOrder']>[] = [
  {
    title: 'Order',
    cell: ({ soNo }) => (
      <RouteAnchor to="/fulfilment/$soNo" params={{ soNo }} size="sm" fw={500}>
        {soNo}
      </RouteAnchor>
    ),
  },
  { title: 'Ship by', cell: ({ shipDate, status }) => <Due at={shipDate} isOpen={status !== 'Closed'} /> },
  { title: 'Customer', isWide: true, cell: ({ customer }) => customer },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Ordered', cell: ({ orderDate }) => <Day at={orderDate} /> },
  { title: 'Lines', isNumber: true, cell: ({ totalLines }) => <Quantity of={totalLines} /> },
]
