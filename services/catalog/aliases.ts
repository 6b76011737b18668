import { AppError } from '../../shared/contract/core/errors.ts'
import { type PageQuery, requestedSort, toPage } from '../../shared/contract/core/paging.ts'
import { readCountedPage } from '../../shared/database/read-page.ts'
import type { UnitOfWork } from '../../shared/database/unit-of-work.ts'
import { toAliasEvent, toItemEvent } from './catalog-events.ts'
import { changeItem, nameIsTaken, noSuchItem } from './items.ts'
import type { Models } from './models.ts'
import { insertNames, type NameRecord } from './name.model.ts'

interface AliasInput {
  readonly shortID: string
  readonly alias: string
}

/** A page of an item's aliases, sorted by alias. Throws 404 for an unknown item. */
export async function listAliases({ items, names }: Models, query: PageQuery & { readonly shortID: string }) {
  const { shortID, modifiedSince } = query
  if (!(await items.exists({ shortID }))) throw noSuchItem(shortID)
  const filter = {
    shortID,
    kind: 'alias',
    ...(modifiedSince && { modified: { $gte: new Date(modifiedSince) } }),
  } as const
  // All aliases of an item have the same shortID, so every sort is one by alias.
  const sort = { _id: requestedSort(query, ['alias', 'shortID'])?.direction ?? 1 }
  const { totalCount, found } = await readCountedPage<NameRecord>(names, { filter, sort }, query)
  const aliases = found.map(({ _id: alias }) => ({ alias, shortID }))
  return toPage(aliases, totalCount, query)
}

/** Adds an alias to an item, unless the item has it. Throws 404 for an unknown item, 409 if another item has the name. */
export async function putAlias(models: Models, { shortID, alias }: AliasInput, unit: UnitOfWork) {
  const { session } = unit
  const output = { alias, shortID }
  if (!(await models.items.exists({ shortID }).session(session))) throw noSuchItem(shortID)
  const existing = await models.names.findById(alias, null, { session }).lean()
  if (existing?.kind === 'alias' && existing.shortID === shortID) return { output }
  if (existing) throw nameIsTaken(alias)
  insertNames(models.names, [{ _id: alias, kind: 'alias', shortID, modified: new Date() }], unit)
  // Before the item's aliases are read for its event.
  await unit.send()
  const { after: item } = await changeItem(models, shortID, unit)
  return { output, change: { item, event: toAliasEvent('alias.created', output, item) } }
}

/** Removes an alias of an item. Throws 404 if the item or the alias is unknown. */
export async function deleteAlias(models: Models, { shortID, alias }: AliasInput, unit: UnitOfWork) {
  const { session } = unit
  const { after: item } = await changeItem(models, shortID, unit)
  const { deletedCount } = await models.names.deleteOne({ _id: alias, shortID, kind: 'alias' }, { session })
  if (deletedCount === 0) throw new AppError('not_found', `${shortID} has no alias ${alias}.`)
  const change = { item, event: toAliasEvent('alias.deleted', { alias, shortID }, item) }
  return { output: { alias, shortID, status: 'deleted' as const }, change }
}

/**
 * Gives an item another name and keeps the former one as an alias, under which it is still found. Throws 404, or 409 if the
 * name is taken.
 */
export async function renameItem(
  models: Models,
  { shortID, newShortID }: { readonly shortID: string; readonly newShortID: string },
  unit: UnitOfWork,
) {
  const { session } = unit
  const output = { shortID: newShortID, status: 'renamed' as const }
  const { names } = models
  if (await names.exists({ _id: newShortID }).session(session)) throw nameIsTaken(newShortID)
  const { after: item } = await changeItem(models, shortID, unit, { shortID: newShortID })
  await names.updateMany({ shortID }, { $set: { shortID: newShortID, kind: 'alias' } }, { session })
  insertNames(names, [{ _id: newShortID, kind: 'shortID', shortID: newShortID, modified: item.modified }], unit)
  return { output, change: { item, event: toItemEvent('item.updated', item) } }
}
