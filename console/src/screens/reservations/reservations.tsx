import { getRouteApi } from '@tanstack/react-router'
import { reservations } from '../../api/documents.ts'
import { reservationStates } from '../../api/http/contract.ts'
import { stateFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { OrderLink, ReservationLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'

/** Units that are promised, by state, the newest first. */
export const Reservations: ListScreen = listScreen({
  title: 'Reservations',
  action: { needs: ['writeReservations'], to: '/reserve', name: 'Reserve' },
  useSearch: () => getRouteApi('/reservations').useSearch(),
  filters: { state: stateFilter('State', reservationStates) },
  list: reservations.list,
  columns: [
    { title: 'No.', cell: ({ reservationID }) => <ReservationLink of={reservationID} /> },
    column.item('Item', 'itemID'),
    {
      title: 'For',
      isWide: true,
      cell: ({ reference, line, ofOrder }) => <OrderLink reference={reference} line={line} isShipment={ofOrder} />,
    },
    column.warehouse('Where', 'wid'),
    column.text('State', 'state'),
    column.moment('Until', 'expires'),
    column.quantity('Reserved', 'units'),
    column.quantity('Left', 'remaining', { hint: 'Still reserved' }),
  ],
  keyOf: ({ reservationID }) => reservationID,
  empty: ({ state }) => sayNone('reservation', state),
})
