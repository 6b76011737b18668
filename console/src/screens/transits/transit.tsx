import { getRouteApi } from '@tanstack/react-router'
import { useMay, useSession } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { LineList } from '../../components/lines/line-list.tsx'
import { type RecordScreen, recordScreen } from '../../components/screen.tsx'
import { Moment } from '../../components/time.tsx'
import { CloseTransit } from './close-transit.tsx'
import { RECEIVE } from './receive-transit.tsx'
import { isUnderWay, type TransitDetail, transits } from './requests.ts'
import { RETURN } from './return-transit.tsx'
import { TransitLineCard } from './transit-line-card.tsx'

/** A transit: what is where of each line, and the forms that receive, return and close. For a phone first. */
export const Transit: RecordScreen = recordScreen({
  useParams: () => getRouteApi('/transits/$slip').useParams(),
  title: ({ slip }) => slip,
  of: transits.one,
  show: (found) => <Slip transit={found} />,
})

function Slip({
  transit: { slip, status, warehouse, shipToWarehouse, shipped, reference, remark, lines, ...ends },
}: {
  readonly transit: TransitDetail
}) {
  const { warehouses } = useSession()
  const has = (wid: number) => warehouses === 'all' || warehouses.includes(wid)
  const mayReceive = useMay('receiveTransits') && has(ends.shipToWid)
  const mayReturn = useMay('shipTransits') && has(ends.wid)
  return (
    <>
      <DescriptionList
        of={[
          ['From', warehouse],
          ['To', shipToWarehouse],
          ['Status', status],
          ['Shipped', <Moment key="shipped" at={shipped} />],
          ...(reference ? [['Reference', reference] as const] : []),
          ...(remark ? [['Remark', remark] as const] : []),
        ]}
      />
      <LineList
        lines={lines}
        isUnfinished={isUnderWay}
        hasScan={lines.some(isUnderWay)}
        verbs={[RECEIVE, RETURN]}
        opensFirst={mayReceive}
      >
        {(line, toggle) => (
          <TransitLineCard slip={slip} may={{ receive: mayReceive, return: mayReturn }} line={line} toggle={toggle} />
        )}
      </LineList>
      <CloseTransit slip={slip} mayClose={mayReceive} lines={lines} />
    </>
  )
}
