import { AppError } from './errors.ts'

/** SecurityIDs of spec 5 and of our extensions, by the name of what they allow. */
export const permissions = {
  itemMasterList: 11,
  locateMoveUnits: 15,
  negativeAdjustment: 88,
  positiveAdjustment: 95,
  modifyItemMaster: 116,
  webhooks: 370,
} as const

export type Permission = (typeof permissions)[keyof typeof permissions]

/** What the permissions are called in the administration of clients (spec 5). */
export const permissionNames: Readonly<Record<Permission, string>> = {
  11: 'Item Master List',
  15: 'Locate/Move Units',
  88: 'Negative Adjustment',
  95: 'Positive Adjustment',
  116: 'Create/Modify Item Master Record',
  370: 'Webhooks',
}

/** Warehouse ids, or `all` said out loud; an empty list is none (decision 10). */
export type WarehouseScope = 'all' | readonly number[]

/** What a client may do, as auth keeps it. */
export interface Rights {
  readonly permissions: readonly number[]
  readonly warehouses: WarehouseScope
  readonly readOnly: boolean
  readonly active: boolean
}

/** Who asks: an integrator's client, the operator at the command line, or another service. */
export type Caller =
  | ({ readonly kind: 'client'; readonly id: string } & Rights)
  | { readonly kind: 'operator' | 'service'; readonly id: string }

/** Who may call an operation: anybody, any client, a client holding the permission (the operator always may), or only internal callers. */
export type Access = 'public' | 'client' | Permission | 'operator' | 'service'

/** The parts of an operation that decide who may call it. */
export interface Guarded {
  readonly access: Access
  readonly effect: 'read' | 'write'
  /** Input fields that name a warehouse; each must be in the caller's scope. */
  readonly warehouses?: readonly string[]
}

/** Throws 401 without a caller, 403 for a read-only account, then for a missing permission (decision 1). */
export function authorize(operation: Guarded, caller: Caller | undefined): void {
  const { access, effect } = operation
  if (access === 'public') return
  if (!caller) throw new AppError('unauthorized', 'Authentication is missing, invalid or expired.')
  if (caller.kind === 'client') {
    if (effect === 'write' && caller.readOnly) throw new AppError('forbidden', 'Account is read-only.')
    if (access === 'client' || caller.permissions.some((permission) => permission === access)) return
  } else if (caller.kind === 'operator' || access === 'service') return
  throw new AppError('forbidden', 'Insufficient permissions.')
}

/** Throws 403 if a warehouse that the input names is outside the caller's scope, whether it exists or not. */
export function authorizeWarehouses(
  operation: Guarded,
  input: Readonly<Record<string, unknown>>,
  caller: Caller | undefined,
): void {
  const scope = warehouseScope(caller)
  if (scope === 'all') return
  for (const field of operation.warehouses ?? []) {
    const wid = input[field]
    if (typeof wid === 'number' && !scope.includes(wid)) {
      throw new AppError('forbidden', "Warehouse is outside the client's authorized scope.")
    }
  }
}

/** The warehouses a caller sees: a client's own, all for internal callers, none for nobody. */
export function warehouseScope(caller: Caller | undefined): WarehouseScope {
  if (!caller) return []
  return caller.kind === 'client' ? caller.warehouses : 'all'
}
