import { SimpleGrid, Text } from '@mantine/core'
import { may, seesCounts } from '../../api/access/permissions.ts'
import { exceptions, HOLD_DAYS, SOON_DAYS, TRANSIT_DAYS } from '../../api/stock/exceptions.ts'
import { useSession } from '../../app/session-context.ts'
import { Screen } from '../../parts/screen.tsx'
import { ExceptionCard } from './exception-card.tsx'

/** What somebody should look at, with how much of it there is. */
export function Today() {
  const session = useSession()
  const reads = may(session, 'read')
  return (
    <Screen title="Today">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {may(session, 'readPurchases') && (
          <ExceptionCard
            name="Late receipts"
            what="Purchase orders past their date"
            read={exceptions.lateReceipts}
            to="/receiving"
          />
        )}
        {may(session, 'readShipments') && (
          <>
            <ExceptionCard
              name="Late shipments, not begun"
              what="Open shipping orders past their date"
              read={() => exceptions.lateShipments('Open')}
              to="/fulfilment"
              search={{ status: 'Open' }}
            />
            <ExceptionCard
              name="Late shipments, begun"
              what="Partly shipped orders past their date"
              read={() => exceptions.lateShipments('Partial')}
              to="/fulfilment"
              search={{ status: 'Partial' }}
            />
          </>
        )}
        {reads && (
          <>
            <ExceptionCard
              name="Shortages"
              what="Items of which nothing is available"
              read={exceptions.nothingAvailable}
              to="/stock"
              search={{ sort: 'available', direction: 'ASC' }}
            />
            <ExceptionCard name="Expired" what="Lots in stock past their date" read={exceptions.expired} to="/expiry" />
            <ExceptionCard
              name="Expiring"
              what={`Lots that expire within ${SOON_DAYS} days`}
              read={exceptions.expiring}
              to="/expiry"
            />
            <ExceptionCard
              name="Old holds"
              what={`Lots on hold, unchanged for more than ${HOLD_DAYS} days`}
              read={exceptions.oldHolds}
              to="/lots"
              search={{ hold: true }}
            />
            <ExceptionCard
              name="Transits overdue"
              what={`On their way for more than ${TRANSIT_DAYS} days`}
              read={exceptions.overdueTransits}
              to="/transits"
            />
          </>
        )}
        {seesCounts(session) && (
          <ExceptionCard
            name="Counts to approve"
            what="Counted, and not yet approved"
            read={exceptions.countsToApprove}
            to="/counts"
            search={{ status: 'Submitted' }}
          />
        )}
        {may(session, 'webhooks') && (
          <ExceptionCard
            name="Failing webhooks"
            what="Receivers that do not answer"
            read={exceptions.failingWebhooks}
            to="/access"
          />
        )}
      </SimpleGrid>
      {!reads && <Text c="dimmed">This client may not read stock.</Text>}
    </Screen>
  )
}
