import { getRouteApi } from '@tanstack/react-router'
import { isUnderWay, type TransitDetail, transit } from '../../api/orders/transits.ts'
import { Facts } from '../../parts/facts.tsx'
import { LineList } from '../../parts/lines/line-list.tsx'
import { type RecordScreen, recordScreen } from '../../parts/record-screen.tsx'
import { Moment } from '../../parts/time.tsx'
import { CloseTransit } from './close-transit.tsx'
import { TransitLineCard } from './transit-line-card.tsx'

/** A transit: what is where of each line, and the forms that receive, return and close. For a phone first. */
export const Transit: RecordScreen = recordScreen({
  useParams: () => getRouteApi('/transits/$slip').useParams(),
  title: ({ slip }) => slip,
  of: transit,
  show: (found) => <Slip transit={found} />,
})

function Slip({
  transit: { slip, status, warehouse, shipToWarehouse, shipped, reference, remark, lines, ...ends },
}: {
  readonly transit: TransitDetail
}) {
  return (
    <>
      <Facts
        of={[
          ['From', warehouse],
          ['To', shipToWarehouse],
          ['Status', status],
          ['Shipped', <Moment key="shipped" at={shipped} />],
          ...(reference ? [['Reference', reference] as const] : []),
          ...(remark ? [['Remark', remark] as const] : []),
        ]}
      />
      <LineList lines={lines} isUnfinished={isUnderWay} hasScan={lines.some(isUnderWay)}>
        {(line, toggle) => <TransitLineCard slip={slip} ends={ends} line={line} toggle={toggle} />}
      </LineList>
      <CloseTransit slip={slip} shipToWid={ends.shipToWid} lines={lines} />
    </>
  )
}
