import { SimpleGrid, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { may, mayRun, type Permission, seesCounts } from '../../api/access/permissions.ts'
import { useSession } from '../../api/access/session-context.ts'
import type { Session } from '../../api/http/session.ts'
import { exceptions, HOLD_DAYS, SOON_DAYS, TRANSIT_DAYS } from '../../api/stock/exceptions.ts'
import { REORDER, VALUATION } from '../../api/stock/reports.ts'
import { type AllowedLink, AllowedLinks } from '../../parts/lists/allowed-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Exception, ExceptionCard } from './exception-card.tsx'

/** Read when the screen is shown: charts are large. */
const StockValue = lazy(async () => ({ default: (await import('../reports/stock-value.tsx')).StockValue }))

/** What somebody should look at, with how much of it there is. */
export function Today() {
  const session = useSession()
  const shown = cards.filter(({ isShown }) => isShown(session))
  return (
    <Screen title="Today" aside={<AllowedLinks of={orders} />}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {shown.map((exception) => (
          <ExceptionCard key={exception.name} {...exception} />
        ))}
      </SimpleGrid>
      {mayRun(session, VALUATION) && (
        <Suspense fallback={<Skeleton height={280} role="status" aria-label="Loading" />}>
          <StockValue query={{}} />
        </Suspense>
      )}
      {!may(session, 'read') && <Text c="dimmed">This client may not read stock.</Text>}
    </Screen>
  )
}

const orders: readonly AllowedLink[] = [
  { needs: ['writePurchases'], to: '/new-purchase-order', name: 'New purchase order' },
  { needs: ['writeShipments'], to: '/new-shipping-order', name: 'New shipping order' },
]

const needs = (permission: Permission) => (session: Session) => may(session, permission)

const cards: readonly Exception[] = [
  {
    isShown: needs('readPurchases'),
    name: 'Late receipts',
    what: 'Purchase orders past their date',
    read: exceptions.lateReceipts,
    to: '/receiving',
  },
  {
    isShown: needs('readShipments'),
    name: 'Late shipments, not begun',
    what: 'Open shipping orders past their date',
    read: () => exceptions.lateShipments('Open'),
    to: '/fulfilment',
    search: { status: 'Open' },
  },
  {
    isShown: needs('readShipments'),
    name: 'Late shipments, begun',
    what: 'Partly shipped orders past their date',
    read: () => exceptions.lateShipments('Partial'),
    to: '/fulfilment',
    search: { status: 'Partial' },
  },
  {
    isShown: needs('read'),
    name: 'Shortages',
    what: 'Items of which nothing is available',
    read: exceptions.nothingAvailable,
    to: '/stock',
    search: { sort: 'available', direction: 'ASC' },
  },
  {
    isShown: (session) => mayRun(session, REORDER),
    name: 'Below minimum',
    what: 'Items to reorder',
    read: exceptions.belowMinimum,
    to: '/reports/$reportID',
    params: { reportID: REORDER },
    search: { show: 'below' },
  },
  {
    isShown: needs('read'),
    name: 'Expired',
    what: 'Lots in stock past their date',
    read: exceptions.expired,
    to: '/expiry',
  },
  {
    isShown: needs('read'),
    name: 'Expiring',
    what: `Lots that expire within ${SOON_DAYS} days`,
    read: exceptions.expiring,
    to: '/expiry',
  },
  {
    isShown: needs('read'),
    name: 'Old holds',
    what: `Lots on hold, unchanged for more than ${HOLD_DAYS} days`,
    read: exceptions.oldHolds,
    to: '/lots',
    search: { hold: true },
  },
  {
    isShown: needs('read'),
    name: 'Transits overdue',
    what: `On their way for more than ${TRANSIT_DAYS} days`,
    read: exceptions.overdueTransits,
    to: '/transits',
  },
  {
    isShown: seesCounts,
    name: 'Counts to approve',
    what: 'Counted, and not yet approved',
    read: exceptions.countsToApprove,
    to: '/counts',
    search: { status: 'Submitted' },
  },
  {
    isShown: needs('webhooks'),
    name: 'Failing webhooks',
    what: 'Receivers that do not answer',
    read: exceptions.failingWebhooks,
    to: '/access',
  },
]
