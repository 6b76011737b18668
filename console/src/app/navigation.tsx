import { Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { may, type Permission, seesCounts, seesReports } from '../api/access/permissions.ts'
import { useSession } from '../api/access/session-context.ts'
import type { Session } from '../api/http/session.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import { RouteNavLink } from '../parts/links.tsx'

interface Entry {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: IconName
  readonly needs?: Permission
  readonly isShown?: (session: Session) => boolean
}

const groups: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
  {
    title: 'Look',
    entries: [
      { to: '/', label: 'Today', icon: 'today' },
      { to: '/stock', label: 'Stock', icon: 'stock', needs: 'read' },
      { to: '/lots', label: 'Lots', icon: 'lots', needs: 'read' },
      { to: '/expiry', label: 'Expiry', icon: 'expiry', needs: 'read' },
      { to: '/ledger', label: 'Ledger', icon: 'ledger', needs: 'read' },
      { to: '/reports', label: 'Reports', icon: 'reports', isShown: seesReports },
    ],
  },
  {
    title: 'Orders',
    entries: [
      { to: '/receiving', label: 'Receiving', icon: 'receiving', needs: 'readPurchases' },
      { to: '/fulfilment', label: 'Fulfilment', icon: 'fulfilment', needs: 'readShipments' },
      { to: '/work-orders', label: 'Work orders', icon: 'work', needs: 'readWorkOrders' },
      { to: '/reservations', label: 'Reservations', icon: 'reservation', needs: 'readReservations' },
      { to: '/transits', label: 'Transits', icon: 'transit', needs: 'read' },
      { to: '/counts', label: 'Counts', icon: 'count', isShown: seesCounts },
      { to: '/customers', label: 'Customers', icon: 'access', needs: 'readParties' },
      { to: '/vendors', label: 'Vendors', icon: 'access', needs: 'readParties' },
    ],
  },
  {
    title: 'Do',
    entries: [
      { to: '/receive', label: 'Receive', icon: 'receive', needs: 'receive' },
      { to: '/move', label: 'Move', icon: 'move', needs: 'move' },
      { to: '/issue', label: 'Issue', icon: 'issue', needs: 'issue' },
      { to: '/adjust', label: 'Adjust', icon: 'adjust', needs: 'receive' },
      { to: '/hold', label: 'Hold or release', icon: 'hold', needs: 'issue' },
    ],
  },
  {
    title: 'System',
    entries: [
      { to: '/health', label: 'Health', icon: 'health', needs: 'readFigures' },
      { to: '/access', label: 'Access', icon: 'access' },
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
                leftSection={<Icon of={icon} />}
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
