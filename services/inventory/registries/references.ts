import { type ErrorDetails, validationError } from '../../../shared/contract/core/errors.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { ItemRecord } from '../items/item.model.ts'
import type { Items } from '../items/items.ts'
import type { Registries } from './registries.ts'

export interface ReferenceParts {
  readonly items: Items
  readonly registries: Registries
}

/** What a stock request refers to. */
interface References {
  readonly itemID: string
  readonly wid?: number | undefined
  readonly shipToWid?: number | undefined
  readonly reasonCode?: number | undefined
}

/** The item of a request; throws 400 with every reference that leads nowhere (docs/decisions.md#21). */
export async function resolveReferences(
  { items, registries }: ReferenceParts,
  { itemID, wid, shipToWid, reasonCode }: References,
  direction: 'in' | 'out' | undefined,
  context: CallContext,
): Promise<ItemRecord> {
  const details: Record<string, readonly string[]> = {}
  const known = await items.find(itemID, context)
  // A receipt must not be refused for an outdated copy: the item may be active again in the catalog.
  const item = known?.discontinued && direction === 'in' ? await items.refresh(itemID, context) : known
  if (!item) details.itemID = ['The field itemID must name an existing item.']
  for (const [field, id] of Object.entries({ wid, shipToWid })) {
    if (id === undefined || (await registries.warehouses.find(id))) continue
    details[field] = [`The field ${field} must name an existing warehouse.`]
  }
  if (reasonCode !== undefined && (await registries.reasonCodes.find(reasonCode))?.direction !== direction) {
    details.reasonCode = [`The field reasonCode must be a known reason code of direction ${direction}.`]
  }
  if (!item || Object.keys(details).length > 0) throw validationError(details satisfies ErrorDetails)
  return item
}

/** 400 if a reason code is given that is not registered. */
export async function requireReasonCode({ reasonCodes }: Registries, reasonCode: number | undefined): Promise<void> {
  if (reasonCode === undefined || (await reasonCodes.find(reasonCode))) return
  throw validationError({ reasonCode: ['The field reasonCode must be a known reason code.'] })
}
