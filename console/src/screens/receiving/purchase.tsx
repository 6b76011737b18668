import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useReasonCodes } from '../../api/registries.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { LineList } from '../../components/lines/line-list.tsx'
import { Loaded, Screen } from '../../components/screen.tsx'
import { Day, Due } from '../../components/time.tsx'
import { PurchaseLineCard } from './purchase-line-card.tsx'
import { PurchaseSteps } from './purchase-steps.tsx'
import { RECEIVE } from './receive-line.tsx'
import { purchaseLines, purchases } from './requests.ts'

const route = getRouteApi('/receiving/$poNo')

/** A purchase order to receive against, for a phone first: scan an item, say how many. */
export function Purchase() {
  const { poNo } = route.useParams()
  const order = useQuery(purchases.one({ poNo }))
  const lines = useQuery(purchaseLines({ poNo }))
  const mayReceive = useMay('positiveAdjustment')
  // Without signal a line can be received against only if its reasons are here already.
  useReasonCodes()
  return (
    <Screen title={poNo}>
      <Loaded query={order} height={70}>
        {({ vendor, status, expectedDate, orderDate }) => (
          <DescriptionList
            of={[
              ['Vendor', vendor],
              ['Status', status],
              ['Expected', <Due key="expected" at={expectedDate} isOpen={status !== 'Closed'} />],
              ['Ordered', <Day key="ordered" at={orderDate} />],
            ]}
          />
        )}
      </Loaded>
      <Loaded query={lines} height={240}>
        {({ value }) => (
          <>
            <LineList
              key={poNo}
              lines={value}
              isUnfinished={({ unitsOpen }) => unitsOpen > 0}
              verbs={[RECEIVE]}
              opensFirst={mayReceive}
            >
              {(line, toggle) => <PurchaseLineCard poNo={poNo} line={line} toggle={toggle} />}
            </LineList>
            {order.data && <PurchaseSteps order={order.data} lines={value} />}
          </>
        )}
      </Loaded>
    </Screen>
  )
}
