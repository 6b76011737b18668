import { z } from 'zod'
import { type ItemFieldName, itemFieldEntries, type KindOf } from '../../names/item-fields.ts'
import { namedRecord } from '../core/fields.ts'

const outputs = {
  text: () => z.string(),
  id: () => z.int(),
  decimal: () => z.number(),
  /** Absent if it is not so. */
  flag: () => z.literal(true).optional(),
}
// Object.fromEntries loses which output belongs to which name.
const ofItem = Object.fromEntries(
  itemFieldEntries.map(([name, { kind, about }]) => [name, outputs[kind]().meta({ description: about })]),
) as { readonly [Name in ItemFieldName]: ReturnType<(typeof outputs)[KindOf<Name>]> }

/** An item as clients get it (docs/interface.md#item). */
export const Item = namedRecord('Item', 'An item of the catalog', {
  partNo: z.int().meta({ description: 'Internal part number, assigned, never changes' }),
  shortID: z.string().meta({ description: 'SKU; unique, cannot be renamed' }),
  ...ofItem,
  created: z.string().meta({ description: 'When it was created, in UTC', format: 'date-time' }),
  modified: z.string().meta({ description: 'When it was last changed, in UTC', format: 'date-time' }),
  discontinued: z.boolean().meta({ description: 'Whether the item is discontinued' }),
})
export type Item = z.output<typeof Item>

/** An alternate part number of an item. */
export const Alias = namedRecord('Alias', 'An alternate part number of an item', {
  alias: z.string().meta({ description: 'Alternate part number' }),
  shortID: z.string().meta({ description: 'SKU of the item that it points to' }),
  units: z.number().optional().meta({ description: 'Units in what carries this code, such as a box; 1 if absent' }),
})
export type Alias = z.output<typeof Alias>

/** Copy of an item that inventory stores. `version` grows with every change, so that an older snapshot is recognized. */
export const ItemSnapshot = z.object({
  partNo: z.int(),
  version: z.int(),
  shortID: z.string(),
  aliases: z.array(z.string()),
  description: z.string(),
  dfltOwner: z.int(),
  discontinued: z.boolean(),
  /** Absent in snapshots of versions before 1.5. */
  wholeUnits: z.boolean().optional(),
  /** Absent in snapshots of versions before 1.4, and of an earlier `version` in what they passed on. */
  packaging: z
    .object({
      /** The item's version that it is of. */
      version: z.int(),
      /** Units of a package of the item. */
      units: z.number(),
      /** Units of what carries an alias; those that are not here have 1. */
      ofAliases: z.array(z.object({ alias: z.string(), units: z.number() })),
    })
    .optional(),
})
export type ItemSnapshot = z.output<typeof ItemSnapshot>
