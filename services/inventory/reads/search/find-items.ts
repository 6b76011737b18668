import type { WireContext } from '../../../../shared/process/call-context.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { Items } from '../../masters/items.ts'
import { type Hit, isSame, toHit, type Wanted } from './look-up.ts'

/** Items by a name, or by the beginnings of names and words. */
export async function findItems(items: Items, { names, text }: Wanted, limit: number): Promise<Hit[]> {
  const [named, others] = await Promise.all([
    items.named(names, limit),
    text === undefined ? [] : items.startingWith(text, limit),
  ])
  return [...named, ...others].map((item) => toItemHit(item, names))
}

/** An item that the catalog has made a moment ago: it is asked only if there is no other hit. */
export async function askForItem(items: Items, { names }: Wanted, context: WireContext): Promise<Hit[]> {
  const item = await items.findAny(names.slice(0, 1), context)
  return item ? [toItemHit(item, names)] : []
}

function toItemHit(item: ItemRecord, names: readonly string[]): Hit {
  const { shortID, aliases, description } = item
  const isNamed = (value: string) => names.some((name) => isSame(name, value))
  const beginsAs = (value: string) => names.some((name) => value.toLowerCase().startsWith(name.toLowerCase()))
  const alias = aliases.find(isNamed) ?? (beginsAs(shortID) ? undefined : aliases.find(beginsAs))
  const [field, value] =
    isNamed(shortID) || (alias === undefined && beginsAs(shortID))
      ? (['shortID', shortID] as const)
      : alias === undefined
        ? (['description', description] as const)
        : (['alias', alias] as const)
  return toHit({
    kind: 'item',
    key: shortID,
    name: description,
    field,
    value,
    isExact: field !== 'description' && isNamed(value),
  })
}
