import type { ClientSession, Connection } from 'mongoose'
import type { Alias, Item, ItemSnapshot } from '../../shared/contract/catalog/catalog.ts'
import type { AliasChangeType, ItemChangeType } from '../../shared/contract/notifications/changes.ts'
import { createIndexedList } from '../../shared/database/page-index/indexed-list.ts'
import type { OutgoingEvent } from '../../shared/messaging/events/outbox.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import { createCategoryModel } from './categories.ts'
import { createItemModel, createNameModel, type ItemRecord, type NameRecord } from './item.model.ts'
import { outputFields, toUnits, withDefaults } from './item-fields.ts'

/** The collections of catalog. */
export function createModels(connection: Connection) {
  return {
    items: createItemModel(connection),
    names: createNameModel(connection),
    categories: createCategoryModel(connection),
    /** Items sorted by shortID, partitioned by `discontinued`. */
    itemList: createIndexedList(connection, {
      name: 'itemPageIndex',
      collection: 'items',
      keyField: 'shortID',
      sectionFields: ['discontinued'],
      lowestKey: '',
    }),
  }
}

export type Models = ReturnType<typeof createModels>

/** An item as the interface sends it (docs/decisions/interface.md#7). */
export function toItem(record: ItemRecord): Item {
  const { _id: partNo, shortID, discontinued } = record
  return {
    partNo,
    shortID,
    ...outputFields(record),
    created: record.created.toISOString(),
    modified: record.modified.toISOString(),
    discontinued,
  }
}

/** An item as other services copy it. */
export function toSnapshot(record: ItemRecord, aliases: ReadonlyMap<string, readonly NameRecord[]>): ItemSnapshot {
  const {
    _id: partNo,
    version,
    shortID,
    description,
    dfltOwner,
    discontinued,
    wholeUnits,
    units,
  } = withDefaults(record)
  const names = aliases.get(shortID) ?? []
  const ofAliases = names.map((name) => ({ alias: name._id, units: toAliasUnits(name.units) }))
  return {
    partNo,
    version,
    shortID,
    aliases: names.map(({ _id }) => _id),
    description,
    dfltOwner,
    discontinued,
    wholeUnits,
    packaging: { version, units: toUnits(units), ofAliases: ofAliases.filter(({ units }) => units !== 1) },
  }
}

export const toAliasUnits = (stored: NameRecord['units']): number => (stored ? toUnits(stored) : 1)

/** The aliases of items by shortID, sorted. */
export async function readAliases(
  { names }: Models,
  items: readonly ItemRecord[],
  session: ClientSession | null = null,
): Promise<Map<string, NameRecord[]>> {
  // Adding an alias changes the item's version, so a new item has none.
  const shortIDs = items.filter(({ version }) => version > 1).map(({ shortID }) => shortID)
  if (shortIDs.length === 0) return new Map()
  const filter = { shortID: { $in: shortIDs }, kind: 'alias' } as const
  const found = await names.find(filter, null, { session }).sort({ _id: 1 }).lean<NameRecord[]>()
  return groupBy(found, ({ shortID }) => shortID)
}

/** The event for integrators about a changed item. `wids: null`: visible to clients of every warehouse. */
export function toItemEvent(subject: ItemChangeType, item: ItemRecord): OutgoingEvent {
  return { subject, payload: { at: item.modified.toISOString(), wids: null, data: toItem(item) } }
}

/** The event for integrators about an alias of an item. */
export function toAliasEvent(subject: AliasChangeType, data: Alias, { modified }: ItemRecord): OutgoingEvent {
  return { subject, payload: { at: modified.toISOString(), wids: null, data } }
}
