import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Reservation, releaseReservation, reservations } from '../../api/documents.ts'
import { useWarehouseName } from '../../api/registries.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { Quantity } from '../../components/figures.tsx'
import { NextSteps, simpleStep } from '../../components/forms/next-steps.tsx'
import { ItemLink, LotLink, OrderLink } from '../../components/record-links.tsx'
import { type RecordScreen, recordScreen } from '../../components/screen.tsx'
import { Moment } from '../../components/time.tsx'

/** A reservation: what is promised, for what, until when; it can be released. */
export const ReservationScreen: RecordScreen = recordScreen({
  useParams: () => getRouteApi('/reservations/$reservationID').useParams(),
  title: ({ reservationID }) => `Reservation ${reservationID}`,
  of: reservations.one,
  height: 120,
  show: (found) => <ReservationFields reservation={found} />,
})

function ReservationFields({ reservation: found }: { readonly reservation: Reservation }) {
  const { reservationID, itemID, wid, units, remaining, recno, reference, line, ofOrder, priority, expires, state } =
    found
  const nameOf = useWarehouseName()
  const mayRelease = useMay('writeReservations') && state === 'Active' && !ofOrder
  const release = simpleStep(
    'Release',
    `Makes ${remaining} of ${itemID} available to others.`,
    async (key) => `Reservation status: ${(await releaseReservation({ reservationID }, key)).state}.`,
  )
  return (
    <>
      <DescriptionList
        of={[
          ['Item', <ItemLink key="item" shortID={itemID} />],
          ['Warehouse', nameOf(wid)],
          ['State', state],
          ['Reserved', <Quantity key="reserved" of={units} />],
          ['Remaining', <Quantity key="left" of={remaining} />],
          ['Specific lot', <LotLink key="lot" recNo={recno} />],
          ['For', <OrderLink key="for" reference={reference} line={line} isShipment={ofOrder} />],
          ['Until', <Moment key="until" at={expires} />],
          ['Priority', priority],
        ]}
      />
      {ofOrder ? (
        <Text size="sm">
          Belongs to shipping order <OrderLink reference={reference} line={null} isShipment /> and changes with it.
        </Text>
      ) : (
        <NextSteps steps={mayRelease ? [release] : []} />
      )}
    </>
  )
}
