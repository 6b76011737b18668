import { catalog } from '../../../../shared/contract/catalog/catalog.ts'
import { type Guarded, isPermitted, warehouseScope } from '../../../../shared/contract/core/access.ts'
import type { Input, Output } from '../../../../shared/contract/core/operation.ts'
import { readersOf } from '../../../../shared/contract/documents/document-operations.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { DEFAULT_HITS } from '../../../../shared/contract/inventory/search.ts'
import type { CallContext, WireContext } from '../../../../shared/process/call-context.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { Items } from '../../masters/items.ts'
import type { ReadDeps } from '../../models.ts'
import { type DocumentSearch, findDocuments } from './find-documents.ts'
import { findLots, findReservations, findScannedLots } from './find-stock.ts'
import { type Hit, isSame, toHit, toResult, toWanted, type Wanted } from './look-up.ts'

type SearchDeps = ReadDeps & Pick<DocumentSearch, 'pageIndexOf'>

/** Finds whatever has a name or a number; each look-up is one of an index (docs/decisions/lists.md#81). */
export const createSearch =
  ({ connection, pageIndexOf, models, items, registries, families }: SearchDeps) =>
  async (
    { text: given, limit = DEFAULT_HITS }: Input<(typeof inventory)['search']>,
    context: CallContext,
  ): Promise<Output<(typeof inventory)['search']>> => {
    const { caller } = context
    const mayCall = (operation: Pick<Guarded, 'access' | 'alternateAccess'>) =>
      caller !== undefined && isPermitted(operation, caller)
    const wanted = toWanted(given)
    const { text, serials, names } = wanted
    const scope = warehouseScope(caller)
    const seesStock = mayCall(inventory.listLots)
    const seesItems = mayCall(catalog.listItems)
    if (serials.length > 0 && seesStock) {
      const [item] = await items.named(names, 1)
      const lots = await findScannedLots(models.lots, serials, item?._id, { scope, wids: [], limit })
      if (lots.length > 0) return { value: toResult(lots, limit) }
    }
    const search = { connection, pageIndexOf, scope, limit }
    const found = await Promise.all([
      seesItems ? findItems(items, wanted, limit) : [],
      ...(text === undefined
        ? []
        : [
            seesStock
              ? findLots(models.lots, text, {
                  ...search,
                  wids: scope === 'all' ? await registries.warehouses.ids() : scope,
                })
              : [],
            ...families.map(({ apply }) =>
              apply((family) => (mayCall(readersOf(family.key)) ? findDocuments(family, text, search) : [])),
            ),
            mayCall(inventory.listReservations) ? findReservations(models.reservations, text, search) : [],
          ]),
    ])
    const hits = found.flat()
    const asked = hits.length === 0 && seesItems ? await askForItem(items, wanted, context) : []
    return { value: toResult([...hits, ...asked], limit) }
  }

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
