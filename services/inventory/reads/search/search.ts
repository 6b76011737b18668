import type { Connection } from 'mongoose'
import { catalog } from '../../../../shared/contract/catalog/catalog.ts'
import {
  type Guarded,
  isPermitted,
  type WarehouseScope,
  warehouseScope,
} from '../../../../shared/contract/core/access.ts'
import type { Input, Output } from '../../../../shared/contract/core/operation.ts'
import { readersOf } from '../../../../shared/contract/documents/document-operations.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { DEFAULT_HITS } from '../../../../shared/contract/inventory/search.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import type { CallContext, WireContext } from '../../../../shared/process/call-context.ts'
import { inScope, readDocumentPage } from '../../documents/kit/family/document-list.ts'
import type { Family, Header, Line } from '../../documents/kit/family/family.ts'
import { readAlias } from '../../documents/kit/order-number.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { Items } from '../../masters/items.ts'
import type { customers, PartyRecord } from '../../masters/party.model.ts'
import type { ReadDeps } from '../../models.ts'
import { findLots, findReservations, findScannedLots } from './find-stock.ts'
import { type Hit, isSame, lookUp, matching, toHit, toResult, toWanted, type Wanted } from './look-up.ts'

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

/** Most customers or vendors of whose orders the newest are found. */
const MAX_PARTIES = 20

export interface DocumentSearch {
  readonly connection: Connection
  readonly pageIndexOf: (list: { readonly name: string }) => PageIndex
  readonly scope: WarehouseScope
  readonly limit: number
}

/** Finds the documents of a family by number, by a former one, by the name of a party, or by their reference. */
export async function findDocuments<H extends Header, L extends Line, T>(
  { key: kind, headers, list, found: { nameOf, party, referenceOf } }: Family<H, L, T>,
  text: string,
  { connection, pageIndexOf, scope, limit }: DocumentSearch,
): Promise<Hit[]> {
  const model = headers.model(connection)
  const within = { limit, seen: inScope(list, scope), sort: { _id: -1 } } as const
  const toHits = (found: readonly H[], field: Hit['field'], valueIn: (header: H) => string, exact = text) =>
    found.map((header) => {
      const value = valueIn(header)
      const { _id: key, status } = header
      return toHit({ kind, key, name: nameOf(header), field, value, isExact: isSame(value, exact), status })
    })
  const byText = async (field: string, wanted: string) => {
    const { exact, prefix } = matching(field, wanted)
    return (await Promise.all([exact, prefix].map((where) => lookUp<H>(model, where, within)))).flat()
  }
  const byNumber = async () => {
    const present = (await readAlias(connection, text)) ?? text
    return toHits(await byText('_id', present), 'number', ({ _id }) => _id, present)
  }
  const byReference = async () => (referenceOf ? toHits(await byText('reference', text), 'reference', referenceOf) : [])
  const byParty = async () => {
    const ids = party ? await findParties(party.of.model(connection), text) : []
    if (!party || ids.length === 0) return []
    const query = { page: 1, pageSize: limit, sort: undefined, direction: undefined, modifiedSince: undefined }
    const where = { sectioned: { [party.field]: ids }, scope }
    const { found } = await readDocumentPage<H>(list, model, pageIndexOf(list), query, where)
    return toHits(found, 'party', nameOf)
  }
  return (await Promise.all([byNumber(), byReference(), byParty()])).flat()
}

async function findParties(parties: ReturnType<typeof customers.model>, text: string): Promise<number[]> {
  const inTitleCase = text.toLowerCase().replaceAll(/(?<=^|\s)\S/g, (letter) => letter.toUpperCase())
  const wheres = ['name', 'shortID'].flatMap((field) => [
    matching(field, text).prefix,
    matching(field, inTitleCase).prefix,
  ])
  const within = { limit: MAX_PARTIES, seen: [] }
  const found = await Promise.all(wheres.map((where) => lookUp<PartyRecord>(parties, where, within)))
  return [...new Set(found.flat().map(({ _id }) => _id))].slice(0, MAX_PARTIES)
}
