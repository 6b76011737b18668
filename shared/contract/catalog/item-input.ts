import { z } from 'zod'
import { type ItemFieldName, itemFieldEntries, type KindOf } from '../../names/item-fields.ts'
import { across, decimal, flag, id, optional, requiredText, text } from '../core/fields.ts'
import { newName } from '../core/identifiers.ts'

export const shortID = () => requiredText(64).meta({ description: 'SKU of an item' })
export const newShortID = () => newName('Item').meta({ description: 'SKU of the item' })

const inputs = {
  text: (max: number) => optional(text(max)),
  id: () => optional(id()),
  decimal: () => optional(decimal()),
  flag: () => optional(flag()),
}
type Inputs = { readonly [Name in ItemFieldName]: ReturnType<(typeof inputs)[KindOf<Name>]> }

/** Other names of fields (docs/decisions/items.md#18). */
export const otherNames: Readonly<Partial<Record<ItemFieldName, 'categoryID' | 'unit'>>> = {
  category: 'categoryID',
  uOM: 'unit',
}

// Object.fromEntries loses which input belongs to which name.
const { dfltOwner, ...others } = Object.fromEntries(
  itemFieldEntries.flatMap(([name, { kind, max = 0, about, aboutInput = about }]) => {
    const field = inputs[kind](max)
    const other = otherNames[name]
    return [
      [name, field.meta({ description: aboutInput })],
      ...(other === undefined ? [] : [[other, field.meta({ description: `Another name for ${name}` })]]),
    ]
  }),
) as Inputs & { readonly categoryID: Inputs['category']; readonly unit: Inputs['uOM'] }

const settable = {
  ...others,
  dfltOwner,
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
