import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { reservationStates } from '../../api/names/record-names.ts'
import { useWarehouseName } from '../../api/stock/registries.ts'
import { type Reservation, reservationList } from '../../api/stock/reservations.ts'
import { useMay } from '../../app/session-context.ts'
import { Quantity } from '../../parts/figures.tsx'
import { RouteButton } from '../../parts/links.tsx'
import { ItemLink, OrderLink, ReservationLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { SavedViews } from '../../parts/tables/saved-views.tsx'
import { StateFilter } from '../../parts/tables/state-filter.tsx'
import { Moment } from '../../parts/time.tsx'

const route = getRouteApi('/reservations')

/** Units that are promised, by state, the newest first. */
export function Reservations() {
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const mayReserve = useMay('writeReservations')
  const nameOf = useWarehouseName()
  const columns: readonly Column<Reservation>[] = [
    { title: 'No.', cell: ({ reservationID }) => <ReservationLink of={reservationID} /> },
    { title: 'Item', cell: ({ itemID }) => <ItemLink shortID={itemID} /> },
    {
      title: 'For',
      isWide: true,
      cell: ({ reference, line, ofOrder }) => <OrderLink reference={reference} line={line} isShipment={ofOrder} />,
    },
    { title: 'Where', cell: ({ wid }) => nameOf(wid) },
    { title: 'State', cell: (one) => one.state },
    { title: 'Until', cell: ({ expires }) => <Moment at={expires} /> },
    { title: 'Reserved', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
    { title: 'Left', isNumber: true, hint: 'Still reserved', cell: ({ remaining }) => <Quantity of={remaining} /> },
  ]
  return (
    <Screen
      title="Reservations"
      aside={
        mayReserve && (
          <RouteButton to="/reserve" size="xs" variant="default">
            Reserve
          </RouteButton>
        )
      }
    >
      <Group align="end" gap="sm">
        <StateFilter
          label="State"
          states={reservationStates}
          value={state}
          onChange={(chosen) => void navigate({ search: { state: chosen } })}
        />
        <SavedViews />
      </Group>
      <PagedTable
        label="Reservations"
        list={reservationList(state)}
        columns={columns}
        keyOf={({ reservationID }) => String(reservationID)}
        empty={
          <Text c="dimmed" py="lg">
            There is no reservation{state && ` that is ${state.toLowerCase()}`}.
          </Text>
        }
      />
    </Screen>
  )
}
