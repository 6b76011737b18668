import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type TransitDetail, transit } from '../../api/orders/transits.ts'
import { Facts } from '../../parts/facts.tsx'
import { Scan } from '../../parts/lines/scan.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Moment } from '../../parts/time.tsx'
import { CloseTransit } from './close-transit.tsx'
import { TransitLineCard } from './transit-line-card.tsx'

const route = getRouteApi('/transits/$slip')

/** A transit: what is where of each line, and the forms that receive, return and close. For a phone first. */
export function Transit() {
  const { slip } = route.useParams()
  return (
    <Screen title={slip}>
      <Loaded query={useQuery(transit(slip))} height={300}>
        {(found) => <Slip transit={found} />}
      </Loaded>
    </Screen>
  )
}

function Slip({
  transit: { slip, status, warehouse, shipToWarehouse, shipped, reference, remark, lines, ...ends },
}: {
  readonly transit: TransitDetail
}) {
  const [open, setOpen] = useState<number>()
  const isUnderWay = lines.some(({ inTransit }) => inTransit > 0)
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
      {isUnderWay && <Scan lines={lines} isOpen={({ inTransit }) => inTransit > 0} onFound={setOpen} />}
      <Stack gap="xs" maw={720}>
        {lines.map((line) => (
          <TransitLineCard
            key={line.lineNo}
            slip={slip}
            ends={ends}
            line={line}
            isOpen={open === line.lineNo}
            onToggle={() => setOpen(open === line.lineNo ? undefined : line.lineNo)}
          />
        ))}
      </Stack>
      <CloseTransit slip={slip} shipToWid={ends.shipToWid} lines={lines} />
    </>
  )
}
