import type { Session } from '../http/session.ts'

/** The permissions (SecurityIDs) of docs/interface.md that decide what is shown. */
export const permissions = {
  read: 11,
  move: 15,
  issue: 88,
  receive: 95,
  writeItems: 116,
  amend: 199,
  shipTransits: 303,
  receiveTransits: 305,
  webhooks: 370,
  readPurchases: 9001,
  writePurchases: 9002,
  readShipments: 9003,
  writeShipments: 9004,
  readWorkOrders: 9005,
  writeWorkOrders: 9006,
  readParties: 9007,
  writeParties: 9008,
  readReservations: 9009,
  writeReservations: 9010,
  count: 9011,
  approveCounts: 9012,
  readFigures: 9013,
  readClients: 9014,
  allReports: 9015,
  manageClients: 9016,
} as const

export type Permission = keyof typeof permissions

const WRITES: readonly Permission[] = [
  'move',
  'issue',
  'receive',
  'amend',
  'shipTransits',
  'receiveTransits',
  'writeItems',
  'writePurchases',
  'writeShipments',
  'writeWorkOrders',
  'writeParties',
  'writeReservations',
  'count',
  'approveCounts',
  'manageClients',
]

/** Whether the session's client sees counts: whoever counts or approves, even if it may only read. */
export const seesCounts = ({ permissions: granted }: Session): boolean =>
  granted.includes(permissions.count) || granted.includes(permissions.approveCounts)

/** Whether the session's client may do something. The interface checks it again. */
export function may(session: Session, permission: Permission): boolean {
  if (session.readOnly && WRITES.includes(permission)) return false
  return session.permissions.includes(permissions[permission])
}

const runsAll = (session: Session) => may(session, 'allReports')

/** Whether the session's client may run a report, or any. */
export const mayRun = (session: Session, reportID: number): boolean =>
  runsAll(session) || (session.reports?.includes(reportID) ?? false)
export const seesReports = (session: Session): boolean => runsAll(session) || (session.reports ?? []).length > 0
