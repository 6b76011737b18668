import type { LinkProps } from '@tanstack/react-router'
import { may, type Permission, seesCounts, seesReports } from '../../api/access/permissions.ts'
import type { Session } from '../../api/http/session.ts'
import type { IconName } from '../../components/icons.tsx'

/** A screen that is led to by its name. */
export interface Destination {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: IconName
  readonly needs?: Permission | readonly Permission[]
  readonly isShown?: (session: Session) => boolean
  /** Typed after `g`, it opens the screen. */
  readonly key?: string
  /** Its list leads to it, so that the menu need not. */
  readonly isBesideMenu?: true
}

interface Group {
  readonly title: string
  readonly entries: readonly Destination[]
}

const groups: readonly Group[] = [
  {
    title: 'Look',
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
      { to: '/receiving', label: 'Receiving', icon: 'receiving', needs: 'readPurchaseOrders', key: 'r' },
      {
        to: '/new-purchase-order',
        label: 'New purchase order',
        icon: 'receiving',
        needs: 'writePurchaseOrders',
        isBesideMenu: true,
      },
      { to: '/fulfilment', label: 'Fulfilment', icon: 'fulfilment', needs: 'readShippingOrders', key: 'f' },
      { to: '/shortages', label: 'Shortages', icon: 'fulfilment', needs: 'readShippingOrders', isBesideMenu: true },
      {
        to: '/new-shipping-order',
        label: 'New shipping order',
        icon: 'fulfilment',
        needs: 'writeShippingOrders',
        isBesideMenu: true,
      },
      { to: '/work-orders', label: 'Work orders', icon: 'work', needs: 'readWorkOrders' },
      { to: '/new-work-order', label: 'New work order', icon: 'work', needs: 'writeWorkOrders', isBesideMenu: true },
      { to: '/reservations', label: 'Reservations', icon: 'reservation', needs: 'readReservations' },
      { to: '/reserve', label: 'Reserve', icon: 'reservation', needs: 'writeReservations', isBesideMenu: true },
      { to: '/transits', label: 'Transits', icon: 'transit', needs: 'itemMasterList' },
      {
        to: '/ship-transit',
        label: 'Ship to another warehouse',
        icon: 'transit',
        needs: 'shipTransits',
        isBesideMenu: true,
      },
      { to: '/counts', label: 'Counts', icon: 'count', isShown: seesCounts, key: 'c' },
      {
        to: '/new-count',
        label: 'New count',
        icon: 'count',
        needs: ['countStock', 'approveCounts'],
        isBesideMenu: true,
      },
      { to: '/customers', label: 'Customers', icon: 'access', needs: 'readParties' },
      { to: '/new-customer', label: 'New customer', icon: 'access', needs: 'writeParties', isBesideMenu: true },
      { to: '/vendors', label: 'Vendors', icon: 'access', needs: 'readParties' },
      { to: '/new-vendor', label: 'New vendor', icon: 'access', needs: 'writeParties', isBesideMenu: true },
    ],
  },
  {
    title: 'Do',
    entries: [
      { to: '/receive', label: 'Receive', icon: 'receive', needs: 'positiveAdjustment' },
      { to: '/move', label: 'Move', icon: 'move', needs: 'locateMoveUnits', key: 'm' },
      { to: '/issue', label: 'Issue', icon: 'issue', needs: 'negativeAdjustment' },
      { to: '/adjust', label: 'Adjust', icon: 'adjust', needs: 'positiveAdjustment' },
      { to: '/hold', label: 'Hold or release', icon: 'hold', needs: 'negativeAdjustment' },
    ],
  },
  {
    title: 'System',
    entries: [
      { to: '/health', label: 'Health', icon: 'health', needs: 'readSystemFigures' },
      { to: '/access', label: 'Access', icon: 'access' },
      { to: '/outbox', label: 'Kept on this device', icon: 'receiving', isBesideMenu: true },
    ],
  },
]

const isFor =
  (session: Session) =>
  ({ needs = [], isShown }: Destination): boolean => {
    const any = [needs].flat()
    return (any.length === 0 || any.some((one) => may(session, one))) && (isShown?.(session) ?? true)
  }

/** The screens that a person may see or use, by group. */
export const groupsFor = (session: Session): readonly Group[] =>
  groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(isFor(session)) }))
    .filter(({ entries }) => entries.length > 0)

export const destinationsFor = (session: Session): readonly Destination[] =>
  groupsFor(session).flatMap(({ entries }) => entries)
