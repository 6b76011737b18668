import type { Item } from '../../shared/contract/catalog/catalog.ts'
import { type ItemInput, otherNames } from '../../shared/contract/catalog/item-input.ts'
import { type ItemFieldName, itemFieldEntries } from '../../shared/names/item-fields.ts'
import { type ItemRecord, type StoredFields, toStoredUnits } from './item.model.ts'

const toStored = (kind: string, value: string | number | boolean) =>
  kind === 'decimal' ? toStoredUnits(Number(value)) : value

// Object.fromEntries loses, here and below, which value belongs to which name.
const defaults = Object.fromEntries(
  itemFieldEntries.map(([name, { kind, default: value }]) => [name, toStored(kind, value)]),
) as Required<StoredFields>

/** A record with the default of each field that it is older than. */
export const withDefaults = (record: ItemRecord): ItemRecord & Required<StoredFields> => ({ ...defaults, ...record })

/** What a new item has of fields that its request does not give: a flag that is not set is absent. */
export const newFields = Object.fromEntries(
  Object.entries(defaults).filter(([, value]) => value !== false),
) as StoredFields

/** The fields that a request gives, as they are stored. */
export const givenFields = (input: ItemInput): Partial<StoredFields> =>
  Object.fromEntries(
    itemFieldEntries.flatMap(([name, { kind }]) => {
      const other = otherNames[name]
      const value = input[name] ?? (other && input[other])
      return value === undefined ? [] : [[name, toStored(kind, value)]]
    }),
  )

/** The fields as results have them. */
export function outputFields(record: ItemRecord): Pick<Item, ItemFieldName> {
  const values = withDefaults(record)
  const outputs = itemFieldEntries.map(([name]) => {
    const value = values[name]
    return [name, typeof value === 'object' ? toUnits(value) : value] as const
  })
  return Object.fromEntries(outputs.filter(([, value]) => value !== false)) as Pick<Item, ItemFieldName>
}

export const toUnits = (stored: ItemRecord['units']) => Number(stored.toString())
