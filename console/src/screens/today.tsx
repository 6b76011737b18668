import { Box, Group, NativeSelect, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { exceptions, HOLD_DAYS, SOON_DAYS, TRANSIT_DAYS } from '../api/exceptions.ts'
import { messageOf } from '../api/http/client.ts'
import type { Session } from '../api/http/session.ts'
import { may, mayRun, type Permission, seesCounts } from '../api/permissions.ts'
import { useWarehouses } from '../api/registries.ts'
import { REORDER, VALUATION } from '../api/reports.ts'
import { useSession } from '../api/session-context.ts'
import { Icon } from '../components/icons.tsx'
import { type AllowedLink, AllowedLinks } from '../components/links.tsx'
import { Screen } from '../components/screen.tsx'
import { toText } from '../fold/person-numbers.ts'
import classes from './today.module.css'

const route = getRouteApi('/')

/** Read when the screen is shown: charts are large. */
const StockValue = lazy(async () => ({ default: (await import('./reports/stock-value.tsx')).StockValue }))

/** What somebody should look at, with how much of it there is, in a warehouse or in all. */
export function Today() {
  const session = useSession()
  const { wid } = route.useSearch()
  const shown = cards.filter(({ isShown }) => isShown(session))
  return (
    <Screen
      title="Today"
      aside={
        <Group gap="xs">
          <Box hiddenFrom="sm">
            <AllowedLinks of={besideMenu} />
          </Box>
          <AllowedLinks of={beginnings} />
          {may(session, 'itemMasterList') && <WarehouseChoice />}
        </Group>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {shown.map((exception) => (
          <ExceptionCard key={exception.name} wid={wid} {...exception} />
        ))}
      </SimpleGrid>
      {mayRun(session, VALUATION) && (
        <Suspense fallback={<Skeleton height={280} role="status" aria-label="Loading" />}>
          <StockValue query={wid === undefined ? {} : { wid }} isLinked />
        </Suspense>
      )}
      {!may(session, 'itemMasterList') && shown.length === 0 && <Text c="dimmed">This client can’t read stock.</Text>}
    </Screen>
  )
}

/** The browser's own list: that of forms is too large for the first screen. */
function WarehouseChoice() {
  const { wid } = route.useSearch()
  const navigate = route.useNavigate()
  const names = useWarehouses().map(({ wID, name }) => ({ value: String(wID), label: name }))
  return (
    <NativeSelect
      aria-label="Warehouse"
      data={[{ value: '', label: 'All warehouses' }, ...names]}
      value={wid ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ search: { wid: value === '' ? undefined : Number(value) }, replace: true })
      }
    />
  )
}

/** The menu of a phone is a step away. */
const besideMenu: readonly AllowedLink[] = [
  { needs: ['readPurchaseOrders'], to: '/receiving', name: 'Receiving' },
  { needs: ['readShippingOrders'], to: '/fulfilment', name: 'Fulfilment' },
  { needs: ['countStock', 'approveCounts'], to: '/counts', name: 'Counts' },
  { needs: ['itemMasterList'], to: '/transits', name: 'Transits' },
  { needs: ['positiveAdjustment'], to: '/receive', name: 'Receive' },
  { needs: ['locateMoveUnits'], to: '/move', name: 'Move' },
]

/** What people begin most. */
const beginnings: readonly AllowedLink[] = [
  { needs: ['writePurchaseOrders'], to: '/new-purchase-order', name: 'New purchase order' },
  { needs: ['writeShippingOrders'], to: '/new-shipping-order', name: 'New shipping order' },
  { needs: ['writeReservations'], to: '/reserve', name: 'Reserve' },
  { needs: ['countStock', 'approveCounts'], to: '/new-count', name: 'New count' },
  { needs: ['shipTransits'], to: '/ship-transit', name: 'Ship to another warehouse' },
]

const needs = (permission: Permission) => (session: Session) => may(session, permission)

const cards: readonly Exception[] = [
  {
    isShown: needs('readPurchaseOrders'),
    name: 'Late receipts',
    what: 'Purchase orders past their date',
    read: exceptions.lateReceipts,
    to: '/receiving',
    search: (warehouse) => ({ late: true, warehouse }),
  },
  {
    isShown: needs('readShippingOrders'),
    name: 'Late shipments',
    what: 'Shipping orders past their date',
    read: exceptions.lateShipments,
    to: '/fulfilment',
    search: (warehouse) => ({ late: true, warehouse }),
  },
  {
    isShown: needs('readShippingOrders'),
    name: 'Shortages',
    what: 'Order lines waiting for stock',
    read: exceptions.shortages,
    to: '/shortages',
    search: (warehouse) => ({ warehouse }),
  },
  {
    isShown: (session) => mayRun(session, REORDER),
    name: 'Below minimum',
    what: 'Items to reorder',
    read: exceptions.belowMinimum,
    to: '/reports/$reportID',
    params: { reportID: REORDER },
    search: (wid) => ({ show: 'below', wid }),
  },
  {
    isShown: needs('itemMasterList'),
    name: 'Expired',
    what: 'Lots in stock past their expiry date',
    read: exceptions.expired,
    to: '/expiry',
    search: (wid) => ({ when: 'expired', wid }),
  },
  {
    isShown: needs('itemMasterList'),
    name: 'Expiring',
    what: `Lots expiring within ${SOON_DAYS} days`,
    read: exceptions.expiring,
    to: '/expiry',
    search: (wid) => ({ when: 'soon', wid }),
  },
  {
    isShown: needs('itemMasterList'),
    name: 'Old holds',
    what: `Lots on hold, unchanged for more than ${HOLD_DAYS} days`,
    read: exceptions.oldHolds,
    to: '/lots',
    search: (wid) => ({ hold: true, unchanged: true, wid }),
  },
  {
    isShown: needs('itemMasterList'),
    name: 'Overdue transits',
    what: `In transit for more than ${TRANSIT_DAYS} days`,
    read: exceptions.overdueTransits,
    to: '/transits',
    search: (warehouse) => ({ overdue: true, warehouse }),
  },
  {
    isShown: needs('countStock'),
    name: 'Open counts',
    what: 'Waiting to be counted',
    read: exceptions.openCounts,
    to: '/counts',
    search: (wid) => ({ status: 'Open', wid }),
  },
  {
    // A person who only counts cannot do anything about them.
    isShown: (session) => seesCounts(session) && (may(session, 'approveCounts') || !may(session, 'countStock')),
    name: 'Counts to approve',
    what: 'Waiting for approval',
    read: exceptions.countsToApprove,
    to: '/counts',
    search: (wid) => ({ status: 'Submitted', wid }),
  },
  {
    isShown: needs('webhooks'),
    name: 'Failing webhooks',
    what: 'Webhooks not responding',
    read: exceptions.failingWebhooks,
    to: '/access',
  },
  {
    isShown: needs('readSystemFigures'),
    name: 'Health',
    what: 'Services with faults',
    read: exceptions.faultyServices,
    to: '/health',
  },
]

interface Exception {
  /** Whether the person may see it. */
  readonly isShown: (session: Session) => boolean
  readonly to: NonNullable<LinkProps['to']>
  readonly params?: LinkProps['params']
  /** The list then has exactly what is counted. */
  readonly search?: (wid: number | undefined) => NonNullable<LinkProps['search']>
  readonly name: string
  readonly what: string
  /** Without a warehouse, it counts in all. */
  readonly read: (wid: number | undefined) => Promise<number>
}

/** A kind of exception, how many there are, and the way to them. */
function ExceptionCard({
  name,
  what,
  read,
  to,
  params,
  search,
  wid,
}: Exception & { readonly wid: number | undefined }) {
  const { data, error } = useQuery({ queryKey: ['exceptions', name, wid], queryFn: () => read(wid) })
  const isCalm = data === 0
  return (
    <Link
      to={to}
      {...(params !== undefined && { params })}
      {...(search !== undefined && { search: search(wid) })}
      className={classes.card}
    >
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {what}
          </Text>
        </div>
        {data !== undefined ? (
          <span className={isCalm ? classes.calm : classes.count}>
            <Icon of={isCalm ? 'check' : 'warning'} />
            {toText(data)}
          </span>
        ) : error ? null : (
          <Skeleton width={36} height={24} role="status" aria-label="Loading" />
        )}
      </Group>
      {error && (
        <Text size="sm" c="var(--ink-bad)" role="alert">
          {messageOf(error)}
        </Text>
      )}
    </Link>
  )
}
