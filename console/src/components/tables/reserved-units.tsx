import { useMay } from '../../api/session-context.ts'
import type { Explanation } from '../../api/stock.ts'
import { OrderLink, ReservationLink } from '../record-links.tsx'
import { column } from './columns.tsx'
import { plainTable } from './plain-table.tsx'

interface ReservedRow {
  readonly figure: string
  readonly reservationID: number | null
  readonly reference: string
  readonly line: number | null
  readonly isShipment: boolean
  readonly wid: number
  readonly units: number
  readonly until: string | null
}

/** What orders and reservations hold or bring, figure by figure. */
export function ReservedUnits({ explanation: { reservations, orders } }: { readonly explanation: Explanation }) {
  const ofReservations = reservations.map((one) => ({
    ...one,
    figure: 'Committed',
    isShipment: one.ofOrder,
    units: one.remaining,
    until: one.expires,
  }))
  const ofOrders = orders.map((one) => ({
    ...one,
    figure: TITLES[one.kind] ?? one.kind,
    reservationID: null,
    isShipment: false,
    until: null,
  }))
  return <ReservedUnitsTable rows={[...ofReservations, ...ofOrders]} maxHeight={260} />
}

/** A figure; of a reservation with the way to it. */
function Figure({ of: { figure, reservationID } }: { readonly of: ReservedRow }) {
  const mayRead = useMay('readReservations')
  if (reservationID === null || !mayRead) return figure
  return <ReservationLink of={reservationID}>{figure}</ReservationLink>
}

const ReservedUnitsTable = plainTable<ReservedRow>(
  'Committed, packed and on order',
  'No orders or reservations',
  ({ figure, reference, line, wid, until }) => `${figure} ${reference} ${line} ${wid} ${until}`,
  [
    { title: 'Figure', cell: (row) => <Figure of={row} /> },
    { title: 'For', cell: (row) => <OrderLink {...row} /> },
    column.warehouse('Warehouse', 'wid'),
    column.moment('Until', 'until'),
    column.quantity('Units', 'units'),
  ],
)

const TITLES: Readonly<Record<string, string>> = {
  onOrder: 'On order',
  committed: 'Committed',
  packed: 'Packed',
  aSN: 'In transit',
}
