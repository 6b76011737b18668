import type { Alias } from '../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { type PageQuery, requestedSort, toPage } from '../../shared/contract/core/paging.ts'
import { readCountedPage } from '../../shared/database/read-page.ts'
import type { UnitOfWork } from '../../shared/database/unit-of-work.ts'
import { present } from '../../shared/process/time/clock.ts'
import { insertNames, type NameRecord, toStoredUnits } from './item.model.ts'
import { changeItem, nameIsTaken, noSuchItem } from './items.ts'
import { type Models, toAliasEvent, toAliasUnits, toItemEvent } from './models.ts'

interface AliasName {
  readonly shortID: string
  readonly alias: string
}

interface AliasInput extends AliasName {
  readonly units?: number | undefined
}

function toAlias({ _id: alias, shortID, units: stored }: Pick<NameRecord, '_id' | 'shortID' | 'units'>): Alias {
  const units = toAliasUnits(stored)
  return { alias, shortID, ...(units !== 1 && { units }) }
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
  return toPage(found.map(toAlias), totalCount, query)
}

/**
 * Adds an alias to an item, or changes the units of one that it has. Throws 404 for an unknown item, 409 if another item has
 * the name.
 */
export async function putAlias(models: Models, { shortID, alias, units }: AliasInput, unit: UnitOfWork) {
  const { session } = unit
  const { names } = models
  if (!(await models.items.exists({ shortID }).session(session))) throw noSuchItem(shortID)
  const existing = await names.findById(alias, null, { session }).lean<NameRecord>()
  if (existing && (existing.kind !== 'alias' || existing.shortID !== shortID)) throw nameIsTaken(alias)
  if (existing && (units ?? toAliasUnits(existing.units)) === toAliasUnits(existing.units))
    return { output: toAlias(existing) }
  const stored = units === undefined ? {} : { units: toStoredUnits(units) }
  const record = { _id: alias, kind: 'alias', shortID, modified: present(), ...stored } as const
  const output = toAlias(record)
  if (existing) await names.updateOne({ _id: alias }, { $set: { modified: record.modified, ...stored } }, { session })
  else {
    insertNames(names, [record], unit)
    // Before the item's aliases are read for its event.
    await unit.send()
  }
  const { after: item } = await changeItem(models, shortID, unit)
  return { output, change: { item, events: [toAliasEvent('alias.created', output, item)] } }
}

/** Removes an alias of an item. Throws 404 if the item or the alias is unknown. */
export async function deleteAlias(models: Models, { shortID, alias }: AliasName, unit: UnitOfWork) {
  const { session } = unit
  const { after: item } = await changeItem(models, shortID, unit)
  const { deletedCount } = await models.names.deleteOne({ _id: alias, shortID, kind: 'alias' }, { session })
  if (deletedCount === 0) throw new AppError('not_found', `${shortID} has no alias ${alias}.`)
  const change = { item, events: [toAliasEvent('alias.deleted', { alias, shortID }, item)] }
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
  const former = await names.find({ shortID }, null, { session }).lean<NameRecord[]>()
  const { modified } = item
  await names.updateMany({ shortID }, { $set: { shortID: newShortID, kind: 'alias', modified } }, { session })
  insertNames(names, [{ _id: newShortID, kind: 'shortID', shortID: newShortID, modified }], unit)
  const aliases = former.map((name) => toAliasEvent('alias.created', toAlias({ ...name, shortID: newShortID }), item))
  return { output, change: { item, events: [toItemEvent('item.updated', item), ...aliases] } }
}
