import { z } from 'zod'
import { Alias, Item } from '../catalog/catalog.ts'
import { LedgerEntry, Transaction } from '../inventory/records.ts'

/** The types of changes that integrators are told of, by what their data is. */
const stockChanges = [
  'inventory.received',
  'inventory.moved',
  'inventory.issued',
  'inventory.held',
  'inventory.released',
  'inventory.reversed',
] as const
const itemChanges = ['item.created', 'item.updated', 'item.discontinued'] as const
const aliasChanges = ['alias.created', 'alias.deleted'] as const

export type StockChangeType = (typeof stockChanges)[number]
export type ItemChangeType = (typeof itemChanges)[number]
export type AliasChangeType = (typeof aliasChanges)[number]
export type ChangeType = StockChangeType | ItemChangeType | AliasChangeType

const changeOf = <const T extends readonly string[], D extends z.ZodType>(types: T, data: D) =>
  z.object({
    sequence: z.int().meta({ description: 'Place in the feed, from 1, without a gap' }),
    id: z.string().meta({ description: 'Identifies the change; the same wherever it is told of' }),
    type: z.enum(types).meta({ description: 'What happened' }),
    at: z.string().meta({ description: 'When it happened, in UTC', format: 'date-time' }),
    data,
  })

/** A change as integrators see it, its data restricted to the caller's warehouses. */
export const Change = z
  .discriminatedUnion('type', [
    changeOf(stockChanges, Transaction).meta({ id: 'StockChange', description: 'A new entry of the ledger' }),
    changeOf(itemChanges, Item).meta({ id: 'ItemChange', description: 'An item as it was after the change' }),
    changeOf(aliasChanges, Alias).meta({ id: 'AliasChange', description: 'An alias that came or went' }),
  ])
  .meta({ id: 'Change', description: 'One change of stock or of the catalog' })
export type Change = z.output<typeof Change>

/** A change on its way into the feed. Whose warehouses it concerns is in `wids`; null: everybody is told. */
const changeEvent = <D extends z.ZodType>(data: D) =>
  z.object({ at: z.string(), wids: z.array(z.int()).nullable(), data })

const eventsOf = <const T extends string, D extends z.ZodType>(types: readonly T[], data: D) => {
  const schemas = types.map((type) => [type, changeEvent(data)])
  // Object.fromEntries loses the keys that the type states.
  return Object.fromEntries(schemas) as { readonly [K in T]: ReturnType<typeof changeEvent<D>> }
}

/** The events that become changes of the feed: the subject is the change's type. */
export const changeEvents = {
  ...eventsOf(stockChanges, LedgerEntry),
  ...eventsOf(itemChanges, Item),
  ...eventsOf(aliasChanges, Alias),
} as const

/** Every type of change. */
export const changeTypes: readonly ChangeType[] = [...stockChanges, ...itemChanges, ...aliasChanges]
