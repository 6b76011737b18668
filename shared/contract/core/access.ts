import { z } from 'zod'
import { type Permission, permissions } from '../../names/permissions.ts'
import { AppError } from './errors.ts'
import { actor } from './fields.ts'

/**
 * A person whom an identity provider has verified (docs/decisions/access.md#76). Issuer and subject are one person,
 * for ever.
 */
export const Person = z.object({
  /** Address of the provider. */
  issuer: z.string().min(1).max(255),
  /** The provider's id of the person: at most 255 characters (OpenID Connect Core, 2). */
  subject: z.string().min(1).max(255),
  /** For people to read; several persons may have the same, and one may get another. */
  name: actor(),
})
export type Person = Readonly<z.output<typeof Person>>

export const isSamePerson = (one: Person, other: Person): boolean =>
  one.issuer === other.issuer && one.subject === other.subject

export { type Permission, permissionId, permissionName, permissions, permissionTable } from '../../names/permissions.ts'

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
  if (!isPermitted(operation, caller)) throw insufficient()
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

/** Throws 403 if the caller lacks a permission that what it asks for takes besides that of the operation. */
export function requirePermission(caller: Caller | undefined, permission: Permission): void {
  if (!hasPermission(caller, permission)) throw insufficient()
}

const insufficient = () => new AppError('forbidden', 'Insufficient permissions.')

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

// The caller of an operation without a route, and its effect.
export const serviceRead = { access: 'service', effect: 'read' } as const
export const operatorRead = { access: 'operator', effect: 'read' } as const
export const operatorWrite = { access: 'operator', effect: 'write' } as const
