import { type ErrorDetails, validationError } from '../../../../shared/contract/core/errors.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { type GivenQuantity, requireUnits } from '../items/given-units.ts'
import type { ItemRecord } from '../items/item.model.ts'
import type { Items } from '../items/items.ts'
import { findNamedItem, NO_ITEM } from '../items/named-item.ts'
import type { Registries } from './registries.ts'

export interface ReferenceDeps {
  readonly items: Items
  readonly registries: Registries
}

/** What a stock request refers to. */
interface References {
  readonly itemID: string
  readonly scan?: string | undefined
  readonly wid?: number | undefined
  readonly shipToWid?: number | undefined
  readonly reasonCode?: number | undefined
}

/** The item of a request; throws 400 with every reference that leads nowhere (docs/decisions/stock.md#21). */
export async function resolveReferences(
  { items, registries }: ReferenceDeps,
  { itemID, scan, wid, shipToWid, reasonCode }: References,
  direction: 'in' | 'out' | undefined,
  context: CallContext,
): Promise<ItemRecord> {
  const { item: known, details: faults } = await findNamedItem(items, { itemID, scan }, context)
  // A receipt must not be refused for an outdated copy: the item may be active again in the catalog.
  const name = scan === undefined ? itemID : (known?.shortID ?? itemID)
  const item = known?.discontinued && direction === 'in' ? await items.refresh(name, context) : known
  const details: Record<string, readonly string[]> = item || !known ? { ...faults } : { ...NO_ITEM }
  for (const [field, id] of Object.entries({ wid, shipToWid })) {
    if (id === undefined || (await registries.warehouses.find(id))) continue
    details[field] = [`The field ${field} must name an existing warehouse.`]
  }
  Object.assign(details, await findReasonFaults(registries, [{ field: 'reasonCode', code: reasonCode, direction }]))
  if (!item || Object.keys(details).length > 0) throw validationError(details satisfies ErrorDetails)
  return item
}

/** The item of a movement, and its request with the units that it is of; throws as `resolveReferences`. */
export async function resolveMovement<I extends References & GivenQuantity<'units'>>(
  deps: ReferenceDeps,
  input: I,
  direction: 'in' | 'out' | undefined,
  context: CallContext,
) {
  const item = await resolveReferences(deps, input, direction, context)
  const units = await requireUnits(deps.items, item, input, 'units', context)
  return { item, input: { ...input, units } }
}

/** A reason code that a request may give, and the direction that it must have; any without one. */
interface GivenReason {
  readonly field: string
  readonly code: number | undefined
  readonly direction?: 'in' | 'out' | undefined
}

async function findReasonFaults({ reasonCodes }: Registries, given: readonly GivenReason[]): Promise<ErrorDetails> {
  const details: Record<string, readonly string[]> = {}
  for (const { field, code, direction } of given) {
    if (code === undefined) continue
    const found = await reasonCodes.find(code)
    if (found && (direction === undefined || found.direction === direction)) continue
    const ofDirection = direction ? ` of direction ${direction}` : ''
    details[field] = [`The field ${field} must be a known reason code${ofDirection}.`]
  }
  return details
}

/** Throws 400 with each reason code that is given and is not registered, or not of its direction. */
export async function requireReasonCodes(registries: Registries, given: readonly GivenReason[]): Promise<void> {
  const details = await findReasonFaults(registries, given)
  if (Object.keys(details).length > 0) throw validationError(details)
}
