import { permissions } from '../../../shared/contract/core/access.ts'
import type { ClientRecord } from './client.model.ts'

/** What a client may, as long as it is active. */
export type Held = Pick<ClientRecord, 'permissions' | 'reports' | 'warehouses'>

export interface Right {
  readonly kind: 'permission' | 'report' | 'warehouse'
  readonly id: number | 'all'
}

/** The rights of another client that the client does not hold. A client that may run all reports may run each. */
export function rightsBeyond(own: Held, other: Held): Right[] {
  const beyond = (kind: Right['kind'], has: readonly number[] | 'all', wanted: readonly number[] | 'all'): Right[] => {
    if (has === 'all') return []
    if (wanted === 'all') return [{ kind, id: 'all' }]
    return wanted.filter((id) => !has.includes(id)).map((id) => ({ kind, id }))
  }
  const runsAll = own.permissions.includes(permissions.allReports)
  return [
    ...beyond('permission', own.permissions, other.permissions),
    ...beyond('report', runsAll ? 'all' : (own.reports ?? []), other.reports ?? []),
    ...beyond('warehouse', own.warehouses, other.warehouses),
  ]
}
