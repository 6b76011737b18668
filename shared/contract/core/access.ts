import { AppError } from './errors.ts'
import type { Person } from './person.ts'

/**
 * Every permission: its SecurityID, its name, and what it allows (docs/interface.md#permissions). 11 to 116 are those of the
 * specification, 199 to 370 are extensions; ids from 9001 on are ours (docs/decisions/documents.md#46).
 */
export const permissionTable = {
  itemMasterList: {
    id: 11,
    name: 'Item Master List',
    description: 'Read items, lots, stock levels, the ledger, registries and the change feed',
  },
  locateMoveUnits: { id: 15, name: 'Locate/Move Units', description: 'Move stock' },
  negativeAdjustment: {
    id: 88,
    name: 'Negative Adjustment',
    description: 'Issue stock, hold and release lots, reverse receipts',
  },
  positiveAdjustment: { id: 95, name: 'Positive Adjustment', description: 'Receive stock, reverse issues' },
  modifyItemMaster: {
    id: 116,
    name: 'Create/Modify Item Master Record',
    description: 'Create, change and discontinue items and their aliases; name categories; set when they are reordered',
  },
  amendLots: {
    id: 199,
    name: 'Amend Lots',
    description: 'Amend price, expiry, receipt date, remark and job of lots',
  },
  aliasView: { id: 294, name: 'Alias View', description: 'Read the aliases of items' },
  shipTransits: {
    id: 303,
    name: 'Ship Transits',
    description: 'Ship stock to another warehouse, return and cancel transits',
  },
  receiveTransits: {
    id: 305,
    name: 'Receive Transits',
    description: 'Receive transits and close them',
  },
  webhooks: { id: 370, name: 'Webhooks', description: "Manage the client's own webhooks" },
  readPurchaseOrders: {
    id: 9001,
    name: 'Read Purchase Orders',
    description: 'Read purchase orders and their receipts',
  },
  writePurchaseOrders: {
    id: 9002,
    name: 'Create/Modify Purchase Orders',
    description: 'Create, change, finalize and cancel purchase orders',
  },
  readShippingOrders: { id: 9003, name: 'Read Shipping Orders', description: 'Read shipping orders and their lines' },
  writeShippingOrders: {
    id: 9004,
    name: 'Create/Modify Shipping Orders',
    description: 'Create, change, allocate, pack, ship and cancel shipping orders',
  },
  readWorkOrders: { id: 9005, name: 'Read Work Orders', description: 'Read work orders' },
  writeWorkOrders: {
    id: 9006,
    name: 'Create/Modify Work Orders',
    description: 'Create, change, start and close work orders',
  },
  readParties: { id: 9007, name: 'Read Customers and Vendors', description: 'Read customers and vendors' },
  writeParties: {
    id: 9008,
    name: 'Create/Modify Customers and Vendors',
    description: 'Create, change and discontinue customers and vendors',
  },
  readReservations: { id: 9009, name: 'Read Reservations', description: 'Read reservations' },
  writeReservations: {
    id: 9010,
    name: 'Create/Modify Reservations',
    description: 'Create, change and release reservations',
  },
  countStock: { id: 9011, name: 'Count Stock', description: 'Count stock, and submit what was counted' },
  approveCounts: {
    id: 9012,
    name: 'Approve Counts',
    description: 'See the figures of blind counts; have lines recounted, approve, post and cancel counts',
  },
  readSystemFigures: {
    id: 9013,
    name: 'Read System Figures',
    description: 'Read how busy the system is, and what waits',
  },
  readClients: {
    id: 9014,
    name: 'Read Clients and Groups',
    description: 'Read all clients and groups, and what they may do; never secrets',
  },
  allReports: {
    id: 9015,
    name: 'All Reports',
    description: 'Run every report, also those that the group does not name',
  },
  manageClients: {
    id: 9016,
    name: 'Manage Clients',
    description: 'Create clients, change them and replace their secrets, within the own rights',
  },
} as const

type PermissionKey = keyof typeof permissionTable
export type Permission = (typeof permissionTable)[PermissionKey]['id']

const entries = Object.entries(permissionTable)

/** SecurityIDs by the key of the permission. */
export const permissions = Object.fromEntries(entries.map(([key, { id }]) => [key, id])) as {
  // Object.fromEntries loses which id belongs to which key.
  readonly [K in PermissionKey]: (typeof permissionTable)[K]['id']
}

/** Name of a permission; undefined for a SecurityID that is not in the table. */
export function permissionName(securityId: number): string | undefined {
  return entries.find(([, { id }]) => id === securityId)?.[1].name
}

const normalized = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * SecurityID of a permission by its key or name, in any case and with any separators: `item-master-list`, `Locate/Move
 * Units`.
 */
export function permissionId(name: string): Permission | undefined {
  const wanted = normalized(name)
  return entries.find(([key, entry]) => [key, entry.name].map(normalized).includes(wanted))?.[1].id
}

/** Ids of the warehouses that a caller may see and change; none if the list is empty (docs/decisions/access.md#10). */
export type WarehouseScope = 'all' | readonly number[]

/** Rights of a client, as the auth service stores them. */
export interface Rights {
  readonly permissions: readonly number[]
  /** Ids of the reports that its group may run. */
  readonly reports: readonly number[]
  readonly warehouses: WarehouseScope
  readonly readOnly: boolean
  readonly active: boolean
}

/**
 * The sender of a call: a client of an integrator, the operator's command, or another service. A client's token may name
 * a verified person who uses it.
 */
export type Caller =
  | ({ readonly kind: 'client'; readonly id: string; readonly person?: Person } & Rights)
  | { readonly kind: 'operator' | 'service'; readonly id: string }

/**
 * The callers that an operation admits: everybody, every client, clients with the permission (and the operator), or
 * only internal callers.
 */
export type Access = 'public' | 'client' | Permission | 'operator' | 'service'

/** The parts of an operation that decide who may call it. */
export interface Guarded {
  readonly access: Access
  /** A permission that allows it too. */
  readonly alternateAccess?: Permission
  readonly effect: 'read' | 'write'
  /** Id of the report that it runs, which the client's group must name. */
  readonly report?: number
  /**
   * Input fields that hold a warehouse id, `lines[].warehouse` for one in each element of an array; each must be in the
   * caller's scope.
   */
  readonly warehouses?: readonly string[]
}

/**
 * Throws 401 without a caller, 403 for a write by a read-only client, then 403 for a missing permission or report
 * (docs/decisions/interface.md#1).
 */
export function authorize(operation: Guarded, caller: Caller | undefined): void {
  const { access, effect, report } = operation
  if (access === 'public') return
  if (!caller) throw new AppError('unauthorized', 'Authentication is missing, invalid or expired.')
  if (caller.kind === 'client') {
    if (effect === 'write' && caller.readOnly) throw new AppError('forbidden', 'Account is read-only.')
    if (report !== undefined && !mayRun(caller, report)) throw reportDenied()
  }
  if (!isPermitted(operation, caller)) throw new AppError('forbidden', 'Insufficient permissions.')
}

/** Whether a caller has the permission that an operation takes. */
export function isPermitted(
  { access, alternateAccess }: Pick<Guarded, 'access' | 'alternateAccess'>,
  caller: Caller,
): boolean {
  if (caller.kind !== 'client') return caller.kind === 'operator' || access === 'service'
  return access === 'client' || caller.permissions.some((one) => one === access || one === alternateAccess)
}

/** Also for a report that does not exist, so that nobody learns which there are. */
export const reportDenied = () => new AppError('forbidden', 'Report access denied.')

/** Whether a caller may run a report; those that are not clients may run all. */
export function mayRun(caller: Caller | undefined, report: number): boolean {
  return hasPermission(caller, permissions.allReports) || (caller?.kind === 'client' && caller.reports.includes(report))
}

/** Whether a caller may see or do what takes the permission; those that are not clients may. */
export function hasPermission(caller: Caller | undefined, permission: Permission): boolean {
  return caller !== undefined && (caller.kind !== 'client' || caller.permissions.includes(permission))
}

/** Throws 403 if a warehouse in the input is outside the caller's scope, whether or not the warehouse exists. */
export function authorizeWarehouses(
  operation: Guarded,
  input: Readonly<Record<string, unknown>>,
  caller: Caller | undefined,
): void {
  const scope = warehouseScope(caller)
  if (scope === 'all') return
  for (const field of operation.warehouses ?? []) {
    if (valuesAt(input, field).some((wid) => typeof wid === 'number' && !scope.includes(wid)))
      throw new AppError('forbidden', "Warehouse is outside the client's authorized scope.")
  }
}

/** The values of a field such as `wid`, `wids[]` or `lines[].warehouse`. */
function valuesAt(input: unknown, field: string): unknown[] {
  const [name = '', ...rest] = field.split(/(?<=\[\])\.?|\./)
  const value: unknown = Object(input)[name.replace('[]', '')]
  const values = name.endsWith('[]') ? (Array.isArray(value) ? value : []) : [value]
  return rest.length === 0 ? values : values.flatMap((one) => valuesAt(one, rest.join('.')))
}

/** The verified person behind a call; undefined if nobody has verified one. */
export const personOf = (caller: Caller | undefined): Person | undefined =>
  caller?.kind === 'client' ? caller.person : undefined

/** The warehouses that a caller may see: a client's own, all for internal callers, none without a caller. */
export function warehouseScope(caller: Caller | undefined): WarehouseScope {
  if (!caller) return []
  return caller.kind === 'client' ? caller.warehouses : 'all'
}
