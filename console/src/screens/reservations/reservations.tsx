import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { reservations } from '../../api/documents.ts'
import { reservationStates, type Schemas } from '../../api/http/contract.ts'
import { queryClient, tryingAgain } from '../../api/http/query-client.ts'
import { customers } from '../../api/parties.ts'
import { useMay } from '../../api/session-context.ts'
import { explanation } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import {
  customerOrText,
  day,
  type Fields,
  item,
  lot,
  quantity,
  required,
  warehouse,
} from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { stateFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { ItemLink, OrderLink, ReservationLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'
import { difference } from '../../fold/decimal.ts'

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
    column.warehouse('Warehouse', 'wid'),
    column.text('State', 'state'),
    column.moment('Until', 'expires'),
    column.quantity('Reserved', 'units'),
    column.quantity('Remaining', 'remaining', { hint: 'Still reserved' }),
  ],
  keyOf: ({ reservationID }) => reservationID,
  empty: ({ state }) => sayNone('reservation', state),
})

type Request = Schemas['CreateReservationRequest']

const fields: Fields<Request> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse()),
  reference: customerOrText('For', 'Customer name or any text'),
  line: { ...lot('Order line (optional)'), name: 'line number' },
  expires: day('Until'),
  recno: lot('Specific lot (optional)'),
}

/** Promises units to a customer, an order, a cart or a job: they are not available to others. */
export const Reserve: FormScreen = formScreen({
  title: 'Reserve',
  fields,
  useSearch: () => getRouteApi('/reserve').useSearch(),
  kept: ['wid', 'reference', 'expires'],
  dryRun: async ({ itemID, wid }: Request) =>
    (await queryClient.fetchQuery({ ...explanation({ itemID, wid }), staleTime: 0 })).level,
  send: reservations.create.send,
  showPlan: ({ available }, { units, expires, reference }) => (
    <Text size="sm">
      Available: <Quantity of={available} /> now, <Quantity of={difference(available, units)} /> after.{' '}
      {reference && <ReservedFor reference={reference} />}{' '}
      {expires ? `Reserved until the end of ${expires}.` : 'Reserved until used or released.'}
    </Text>
  ),
  showResult: ({ reservationID, itemID, units }) => (
    <>
      Reserved <Quantity of={units} /> of <ItemLink shortID={itemID} /> as reservation{' '}
      <ReservationLink of={reservationID} />.
    </>
  ),
})

/** A misspelt customer counts as any other text, so the preview says in words what the reservation is for. */
function ReservedFor({ reference }: { readonly reference: string }) {
  const mayRead = useMay('readParties')
  const { data } = useQuery({ ...customers.suggestions({ search: reference }), ...tryingAgain, enabled: mayRead })
  const customer = data?.value.find(({ shortID }) => shortID === reference)
  if (customer) return `Reserved for ${customer.name} (${reference}).`
  // Of many that have the word, only the first were read.
  const isNone = data !== undefined && !data.hasMore
  return `Reserved for “${reference}”${isNone ? ', not a registered customer' : ''}.`
}
