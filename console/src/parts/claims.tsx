import type { Explanation } from '../api/stock/levels.ts'
import { useWarehouseName } from '../api/stock/registries.ts'
import { useMay } from '../app/session-context.ts'
import { Quantity } from './figures.tsx'
import { OrderLink, ReservationLink } from './record-links.tsx'
import type { Column } from './tables/column.tsx'
import { PlainTable } from './tables/plain-table.tsx'
import { Moment } from './time.tsx'

interface Claim {
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
export function Claims({ explanation }: { readonly explanation: Explanation }) {
  const nameOf = useWarehouseName()
  const mayReadReservations = useMay('readReservations')
  const claims: readonly Claim[] = [
    ...explanation.reservations.map(({ reservationID, reference, line, ofOrder, wid, remaining, expires }) => ({
      figure: 'Committed',
      reservationID,
      reference,
      line,
      isShipment: ofOrder,
      wid,
      units: remaining,
      until: expires,
    })),
    ...explanation.orders.map(({ kind, reference, line, wid, units }) => ({
      figure: TITLES[kind] ?? kind,
      reservationID: null,
      reference,
      line,
      isShipment: false,
      wid,
      units,
      until: null,
    })),
  ]
  const columns: readonly Column<Claim>[] = [
    {
      title: 'Figure',
      cell: ({ figure, reservationID }) =>
        reservationID !== null && mayReadReservations ? (
          <ReservationLink of={reservationID}>{figure}</ReservationLink>
        ) : (
          figure
        ),
    },
    { title: 'For', cell: (claim) => <OrderLink {...claim} /> },
    { title: 'Where', cell: ({ wid }) => nameOf(wid) },
    { title: 'Until', cell: ({ until }) => <Moment at={until} /> },
    { title: 'Units', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
  ]
  return (
    <PlainTable
      label="Committed, packed and on order"
      columns={columns}
      rows={claims}
      keyOf={({ figure, reference, line, wid, until }) => `${figure} ${reference} ${line} ${wid} ${until}`}
      empty="No order or reservation concerns it."
      maxHeight={260}
    />
  )
}

const TITLES: Readonly<Record<string, string>> = {
  onOrder: 'On order',
  committed: 'Committed',
  packed: 'Packed',
  aSN: 'In transit',
}
