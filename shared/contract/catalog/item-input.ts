import { z } from 'zod'
import { type ItemFieldName, itemFieldEntries, type KindOf } from '../../names/item-fields.ts'
import { readScan } from '../../scan/read-scan.ts'
import { across, decimal, flag, id, optional, requiredText, sixDecimals, text, units } from '../core/fields.ts'
import { newName } from '../core/identifiers.ts'
import { itemNamesIn, scannedCode } from '../core/scans.ts'

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
export const newItemInput = z.object({ ...itemInput.shape, shortID: newShortID() }).check(across(refuseContradictions))
export type ItemInput = z.output<typeof itemInput>

export const aliasInput = z.object({
  shortID: requiredText(64).meta({ description: 'SKU of an item' }),
  alias: newName('Item').meta({ description: 'Alternate part number' }),
  units: optional(units()).meta(
    sixDecimals('Units in what carries this code, such as a box; 1 for a new alias by default'),
  ),
})

const shortKey = requiredText(64)
/** What `GET /Item?key=` finds an item by. */
export const itemKey = z
  .object({
    key: scannedCode()
      .min(1, 'is required.')
      .meta({ description: 'ShortID or alias, of at most 64 characters, or a scanned code' }),
    type: optional(z.enum(['id', 'alias', 'gs1'], 'must be id, alias or gs1.')).meta({
      description: 'Whether key is a ShortID (id, the default), an alias, or a code whose GTIN is one of these (gs1)',
    }),
  })
  .check(
    across(({ value: { key, type }, issues }) => {
      if (typeof key !== 'string' || issues.some(({ path }) => path?.[0] === 'key')) return
      const refuse = (message: string) => issues.push({ code: 'custom', path: ['key'], message, input: key })
      if (type !== 'gs1') for (const { message } of shortKey.safeParse(key).error?.issues ?? []) refuse(message)
      else {
        const reading = readScan(key)
        if ('refusal' in reading) refuse(`must be a code that can be read: ${reading.refusal}.`)
        else if (itemNamesIn(key).length === 0) refuse('must be the code of an item.')
      }
    }),
  )
