import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { countStatuses } from '../../api/names/record-names.ts'
import { type Count, countList } from '../../api/orders/counts.ts'
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

const route = getRouteApi('/counts')

/** Counts of stock, the most recent first. */
export function Counts() {
  const { status, wid } = route.useSearch()
  const navigate = route.useNavigate()
  const [mayCount, mayApprove] = [useMay('count'), useMay('approveCounts')]
  return (
    <Screen
      title="Counts"
      aside={
        (mayCount || mayApprove) && (
          <RouteButton to="/new-count" size="xs" variant="default">
            New count
          </RouteButton>
        )
      }
    >
      <Group align="end" gap="sm">
        <WarehouseSelect
          isFilter
          value={wid}
          all="All warehouses"
          onChange={(chosen) => void navigate({ search: (before) => ({ ...before, wid: chosen }) })}
        />
        <StatusSelect
          statuses={countStatuses}
          value={status}
          onChange={(chosen) => void navigate({ search: (before) => ({ ...before, status: chosen }) })}
        />
        <SavedViews />
      </Group>
      <PagedTable
        label="Counts"
        list={countList({ status, wid })}
        columns={columns}
        keyOf={({ countNo }) => countNo}
        empty={
          <Text c="dimmed" py="lg">
            There is no count{status && ` that is ${status.toLowerCase()}`}.
          </Text>
        }
      />
    </Screen>
  )
}

const columns: readonly Column<Count>[] = [
  {
    title: 'Count',
    cell: ({ countNo }) => (
      <RouteAnchor to="/counts/$countNo" params={{ countNo }} size="sm" fw={500}>
        {countNo}
      </RouteAnchor>
    ),
  },
  { title: 'Created', cell: ({ created }) => <Moment at={created} /> },
  { title: 'Warehouse', cell: ({ warehouseName }) => warehouseName },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Assigned to', isWide: true, cell: ({ assignee }) => assignee || '–' },
  { title: 'To count', isNumber: true, cell: ({ openLines }) => <Quantity of={openLines} /> },
  { title: 'Lines', isNumber: true, cell: ({ totalLines }) => <Quantity of={totalLines} /> },
]
