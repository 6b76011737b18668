import { z } from 'zod'
import { across, decimal, flag, id, optional, requiredText, text } from '../core/fields.ts'
import { newName } from '../core/identifiers.ts'

export const shortID = () => requiredText(64).meta({ description: 'SKU of an item' })
export const newShortID = () => newName('Item').meta({ description: 'SKU of the item' })

const settable = {
  description: optional(text(255)).meta({ description: 'Item description' }),
  category: optional(id()).meta({ description: 'Category id' }),
  categoryID: optional(id()).meta({ description: 'Another name for category' }),
  subCategory: optional(id()).meta({ description: 'Sub-category id' }),
  uOM: optional(text(32)).meta({ description: 'Unit of measure; EA by default' }),
  unit: optional(text(32)).meta({ description: 'Another name for uOM' }),
  putUp: optional(text(32)).meta({ description: 'Packaging' }),
  units: optional(decimal()).meta({ description: 'Units per package, at most 6 decimal places; 1 by default' }),
  wholeUnits: optional(flag()).meta({ description: 'Whether quantities of it are whole numbers only' }),
  dfltOwner: optional(id()).meta({ description: 'Default owner (customer id); 0 is own stock' }),
  discontinued: optional(flag()).meta({ description: 'Whether the item is discontinued; false makes it active again' }),
  active: optional(flag()).meta({ description: 'The opposite of discontinued' }),
}

/** Fields that have two names. */
interface TwoNames {
  uOM?: unknown
  unit?: unknown
  category?: unknown
  categoryID?: unknown
  discontinued?: unknown
  active?: unknown
}

/** Both names of one field may be given if their values agree (docs/decisions/items.md#18). */
function refuseContradictions(context: z.core.ParsePayload<TwoNames>) {
  const { uOM, unit, category, categoryID, discontinued, active } = context.value
  const refuse = (field: string, other: string) =>
    context.issues.push({ code: 'custom', path: [field], message: `must agree with ${other}.`, input: context.value })
  const differ = (one: unknown, other: unknown) => one !== undefined && other !== undefined && one !== other
  if (differ(unit, uOM)) refuse('unit', 'uOM')
  if (differ(categoryID, category)) refuse('categoryID', 'category')
  if (typeof active === 'boolean' && differ(!active, discontinued)) refuse('active', 'discontinued')
}

/** Fields of an item that is changed. */
export const itemInput = z.object({ shortID: shortID(), ...settable }).check(across(refuseContradictions))
/** Fields of a new item. */
export const newItemInput = z.object({ ...itemInput.shape, shortID: newShortID() }).check(across(refuseContradictions))
export type ItemInput = z.output<typeof itemInput>
