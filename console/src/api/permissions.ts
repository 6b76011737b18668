import { isForWriting, type PermissionKey, permissions, permissionTable } from '../../../shared/names/permissions.ts'
import type { Session } from './http/session.ts'

export type Permission = PermissionKey

/** Whether the session's client sees counts: whoever counts or approves, even if it may only read. */
export const seesCounts = ({ permissions: granted }: Session): boolean =>
  granted.includes(permissions.countStock) || granted.includes(permissions.approveCounts)

/** Whether the session's client may do something. The interface checks it again. */
export function may(session: Session, permission: Permission): boolean {
  if (session.readOnly && isForWriting(permission)) return false
  return session.permissions.includes(permissions[permission])
}

const runsAll = (session: Session) => may(session, 'allReports')

/** Whether the session's client may run a report, or any. */
export const mayRun = (session: Session, reportID: number): boolean =>
  runsAll(session) || (session.reports?.includes(reportID) ?? false)
export const seesReports = (session: Session): boolean => runsAll(session) || (session.reports ?? []).length > 0

/** Every permission: its SecurityID and its name. */
export const permissionNames = Object.values(permissionTable).map(({ id, name }) => [id, name] as const)
