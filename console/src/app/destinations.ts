import type { Session } from '../api/http/session.ts'
import { may, seesReports } from '../api/permissions.ts'
import type { Destination } from '../components/routes.ts'
import { families } from '../screens/families.ts'

interface Group {
  readonly title: string
  readonly entries: readonly Destination[]
}

const groups: readonly Group[] = [
  {
    title: 'Inventory',
    entries: [
      { to: '/', label: 'Today', icon: 'today', key: 't' },
      { to: '/stock', label: 'Stock', icon: 'stock', needs: 'itemMasterList', key: 's' },
      { to: '/items', label: 'Items', icon: 'stock', needs: 'itemMasterList', key: 'i' },
      { to: '/new-item', label: 'New item', icon: 'stock', needs: 'modifyItemMaster', isBesideMenu: true },
      { to: '/lots', label: 'Lots', icon: 'lots', needs: 'itemMasterList' },
      { to: '/expiry', label: 'Expiry', icon: 'expiry', needs: 'itemMasterList' },
      { to: '/ledger', label: 'Ledger', icon: 'ledger', needs: 'itemMasterList', key: 'l' },
      { to: '/reports', label: 'Reports', icon: 'reports', isShown: seesReports },
    ],
  },
  {
    title: 'Orders',
    entries: [
      ...Object.values(families).flatMap(({ destinations }) => destinations),
      { to: '/customers', label: 'Customers', icon: 'access', needs: 'readParties' },
      { to: '/new-customer', label: 'New customer', icon: 'access', needs: 'writeParties', isBesideMenu: true },
      { to: '/vendors', label: 'Vendors', icon: 'access', needs: 'readParties' },
      { to: '/new-vendor', label: 'New vendor', icon: 'access', needs: 'writeParties', isBesideMenu: true },
    ],
  },
  {
    title: 'Actions',
    entries: [
      { to: '/receive', label: 'Receive', icon: 'receive', needs: 'positiveAdjustment' },
      { to: '/move', label: 'Move', icon: 'move', needs: 'locateMoveUnits', key: 'm' },
      { to: '/issue', label: 'Issue', icon: 'issue', needs: 'negativeAdjustment' },
      { to: '/adjust', label: 'Adjust', icon: 'adjust', needs: 'positiveAdjustment' },
      { to: '/hold', label: 'Hold or release', icon: 'hold', needs: 'negativeAdjustment' },
    ],
  },
  {
    title: 'Admin',
    entries: [
      { to: '/health', label: 'Health', icon: 'health', needs: 'readSystemFigures' },
      { to: '/access', label: 'Access', icon: 'access' },
      { to: '/outbox', label: 'Saved on this device', icon: 'receiving', isBesideMenu: true },
    ],
  },
]

const isFor =
  (session: Session) =>
  ({ needs = [], isShown }: Destination): boolean => {
    const any = [needs].flat()
    return (any.length === 0 || any.some((one) => may(session, one))) && (isShown?.(session) ?? true)
  }

export const groupsFor = (session: Session): readonly Group[] =>
  groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(isFor(session)) }))
    .filter(({ entries }) => entries.length > 0)

export const destinationsFor = (session: Session): readonly Destination[] =>
  groupsFor(session).flatMap(({ entries }) => entries)
