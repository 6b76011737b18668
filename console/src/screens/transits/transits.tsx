import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { transitStatuses } from '../../api/names/record-names.ts'
import { type Transit, transitList } from '../../api/orders/transits.ts'
import { useMay } from '../../app/session-context.ts'
import { Quantity } from '../../parts/figures.tsx'
import { WarehouseSelect } from '../../parts/forms/warehouse-select.tsx'
import { RouteAnchor, RouteButton } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { SavedViews } from '../../parts/tables/saved-views.tsx'
import { StatusSelect } from '../../parts/tables/status-select.tsx'
import { Moment } from '../../parts/time.tsx'

const route = getRouteApi('/transits')

/** Stock on its way between warehouses, the most recent first. */
export function Transits() {
  const { status, warehouse } = route.useSearch()
  const navigate = route.useNavigate()
  const mayShip = useMay('shipTransits')
  return (
    <Screen
      title="Transits"
      aside={
        mayShip && (
          <RouteButton to="/ship-transit" size="xs" variant="default">
            Ship to another warehouse
          </RouteButton>
        )
      }
    >
      <Group align="end" gap="sm">
        <WarehouseSelect
          isFilter
          label="From or to"
          value={warehouse}
          all="All warehouses"
          onChange={(chosen) => void navigate({ search: (before) => ({ ...before, warehouse: chosen }) })}
        />
        <StatusSelect
          statuses={transitStatuses}
          value={status}
          onChange={(chosen) => void navigate({ search: (before) => ({ ...before, status: chosen }) })}
        />
        <SavedViews />
      </Group>
      <PagedTable
        label="Transits"
        list={transitList({ status, warehouse })}
        columns={columns}
        keyOf={({ slip }) => slip}
        empty={
          <Text c="dimmed" py="lg">
            There is no transit{status && ` that is ${status.toLowerCase()}`}.
          </Text>
        }
      />
    </Screen>
  )
}

const columns: readonly Column<Transit>[] = [
  {
    title: 'Slip',
    cell: ({ slip }) => (
      <RouteAnchor to="/transits/$slip" params={{ slip }} size="sm" fw={500}>
        {slip}
      </RouteAnchor>
    ),
  },
  { title: 'Shipped', cell: ({ shipped }) => <Moment at={shipped} /> },
  { title: 'From', cell: ({ warehouse }) => warehouse },
  { title: 'To', cell: ({ shipToWarehouse }) => shipToWarehouse },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Reference', isWide: true, cell: ({ reference }) => reference },
  { title: 'Lines', isNumber: true, cell: ({ totalLines }) => <Quantity of={totalLines} /> },
]
