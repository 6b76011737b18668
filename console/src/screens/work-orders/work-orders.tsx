import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { workStatuses } from '../../api/names/record-names.ts'
import { type WorkOrder, workOrderList } from '../../api/orders/work-orders.ts'
import { useMay } from '../../app/session-context.ts'
import { Due } from '../../parts/due.tsx'
import { Quantity } from '../../parts/figures.tsx'
import { RouteAnchor, RouteButton } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { SavedViews } from '../../parts/tables/saved-views.tsx'
import { StateFilter } from '../../parts/tables/state-filter.tsx'
import { Day } from '../../parts/time.tsx'

const route = getRouteApi('/work-orders')

/** Work orders by status, the latest start first. */
export function WorkOrders() {
  const { status } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('writeWorkOrders')
  return (
    <Screen
      title="Work orders"
      aside={
        mayWrite && (
          <RouteButton to="/new-work-order" size="xs" variant="default">
            New work order
          </RouteButton>
        )
      }
    >
      <Group align="end" gap="sm">
        <StateFilter
          label="Status"
          states={workStatuses}
          value={status}
          onChange={(chosen) => void navigate({ search: { status: chosen } })}
        />
        <SavedViews />
      </Group>
      <PagedTable
        label="Work orders"
        list={workOrderList(status)}
        columns={columns}
        keyOf={({ woNo }) => woNo}
        empty={
          <Text c="dimmed" py="lg">
            There is no work order{status && ` that is ${status.toLowerCase()}`}.
          </Text>
        }
      />
    </Screen>
  )
}

const columns: readonly Column<WorkOrder>[] = [
  {
    title: 'Order',
    cell: ({ woNo }) => (
      <RouteAnchor to="/work-orders/$woNo" params={{ woNo }} size="sm" fw={500}>
        {woNo}
      </RouteAnchor>
    ),
  },
  { title: 'Due', cell: ({ dueDate, status }) => <Due at={dueDate} isOpen={status !== 'Closed'} /> },
  { title: 'What is made', isWide: true, cell: ({ description }) => description },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Starts', cell: ({ startDate }) => <Day at={startDate} /> },
  { title: 'Assigned to', cell: ({ assignee }) => assignee || '–' },
  { title: 'Lines', isNumber: true, cell: ({ totalLines }) => <Quantity of={totalLines} /> },
]
