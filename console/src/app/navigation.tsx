import { Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may, type Permission, seesCounts } from '../api/access/permissions.ts'
import type { Session } from '../api/http/session.ts'
import {
  AccessIcon,
  AdjustIcon,
  CountIcon,
  ExpiryIcon,
  FulfilmentIcon,
  HealthIcon,
  HoldIcon,
  IssueIcon,
  LedgerIcon,
  LotsIcon,
  MoveIcon,
  ReceiveIcon,
  ReceivingIcon,
  ReservationIcon,
  StockIcon,
  TodayIcon,
  TransitIcon,
  WorkIcon,
} from '../parts/icons.tsx'
import { RouteNavLink } from '../parts/links.tsx'
import { useSession } from './session-context.ts'

interface Entry {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: ReactNode
  readonly needs?: Permission
  readonly isShown?: (session: Session) => boolean
}

const groups: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
  {
    title: 'Look',
    entries: [
      { to: '/', label: 'Today', icon: <TodayIcon /> },
      { to: '/stock', label: 'Stock', icon: <StockIcon />, needs: 'read' },
      { to: '/lots', label: 'Lots', icon: <LotsIcon />, needs: 'read' },
      { to: '/expiry', label: 'Expiry', icon: <ExpiryIcon />, needs: 'read' },
      { to: '/ledger', label: 'Ledger', icon: <LedgerIcon />, needs: 'read' },
    ],
  },
  {
    title: 'Orders',
    entries: [
      { to: '/receiving', label: 'Receiving', icon: <ReceivingIcon />, needs: 'readPurchases' },
      { to: '/fulfilment', label: 'Fulfilment', icon: <FulfilmentIcon />, needs: 'readShipments' },
      { to: '/work-orders', label: 'Work orders', icon: <WorkIcon />, needs: 'readWorkOrders' },
      { to: '/reservations', label: 'Reservations', icon: <ReservationIcon />, needs: 'readReservations' },
      { to: '/transits', label: 'Transits', icon: <TransitIcon />, needs: 'read' },
      { to: '/counts', label: 'Counts', icon: <CountIcon />, isShown: seesCounts },
    ],
  },
  {
    title: 'Do',
    entries: [
      { to: '/receive', label: 'Receive', icon: <ReceiveIcon />, needs: 'receive' },
      { to: '/move', label: 'Move', icon: <MoveIcon />, needs: 'move' },
      { to: '/issue', label: 'Issue', icon: <IssueIcon />, needs: 'issue' },
      { to: '/adjust', label: 'Adjust', icon: <AdjustIcon />, needs: 'receive' },
      { to: '/hold', label: 'Hold or release', icon: <HoldIcon />, needs: 'issue' },
    ],
  },
  {
    title: 'System',
    entries: [
      { to: '/health', label: 'Health', icon: <HealthIcon />, needs: 'readFigures' },
      { to: '/access', label: 'Access', icon: <AccessIcon /> },
    ],
  },
]

/** What the client may see or do. */
export function Navigation() {
  const session = useSession()
  return (
    <nav aria-label="Screens">
      {groups.map(({ title, entries }) => {
        const shown = entries.filter(
          ({ needs, isShown }) => (needs === undefined || may(session, needs)) && (isShown?.(session) ?? true),
        )
        if (shown.length === 0) return null
        return (
          <div key={title}>
            <Text size="xs" c="dimmed" px="sm" pt="xs" pb={2}>
              {title}
            </Text>
            {shown.map(({ to, label, icon }) => (
              <RouteNavLink
                key={to}
                to={to}
                leftSection={icon}
                activeOptions={{ exact: to === '/' }}
                activeProps={{ active: true }}
              >
                {label}
              </RouteNavLink>
            ))}
          </div>
        )
      })}
    </nav>
  )
}
