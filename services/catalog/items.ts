import type { ItemInput } from '../../shared/contract/catalog/item-input.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { recordChanges } from '../../shared/database/page-index/indexed-list.ts'
import { differs } from '../../shared/database/record-fields.ts'
import type { UnitOfWork, Writes } from '../../shared/database/unit-of-work.ts'
import { present } from '../../shared/process/time/clock.ts'
import { toItemEvent } from './catalog-events.ts'
import type { ItemRecord } from './item.model.ts'
import { givenFields, newFields, withDefaults } from './item-fields.ts'
import type { Models } from './models.ts'
import { insertNames } from './name.model.ts'

/** 404 for a shortID that no item has. */
export const noSuchItem = (shortID: string) => new AppError('not_found', `No item has the ShortID ${shortID}.`)

/** 409 for a name that is taken. */
export const nameIsTaken = (name: string) => new AppError('conflict', `${name} is the ShortID or an alias of an item.`)

interface CreationMetadata {
  readonly partNo: number
  /** Client id. */
  readonly createdBy: string
  readonly now: Date
}

/** A new item as it is stored. */
export function toNewItem(input: ItemInput, { partNo, createdBy, now }: CreationMetadata): ItemRecord {
  return {
    ...newFields,
    discontinued: false,
    ...toFields(input),
    _id: partNo,
    shortID: input.shortID,
    created: now,
    createdBy,
    modified: now,
    version: 1,
  }
}

/** Stores new items, whose names are free in the session's snapshot. */
export function insertItems({ items, names, itemList }: Models, made: readonly ItemRecord[], writes: Writes): void {
  insertNames(
    names,
    made.map(({ shortID, modified }) => ({ _id: shortID, kind: 'shortID', shortID, modified })),
    writes,
  )
  writes.insert(items, made)
  recordChanges(
    itemList,
    made.map(({ shortID: at, discontinued }) => ({ at, partitionKey: discontinued, change: 1 })),
    writes,
  )
}

/**
 * Changes fields if one differs. `discontinued: false` makes an item active again (docs/decisions/items.md#17).
 * Throws 404.
 */
export async function updateItem(models: Models, input: ItemInput, unit: UnitOfWork) {
  const { shortID } = input
  const fields = toFields(input)
  const existing = await models.items.findOne({ shortID }, null, { session: unit.session }).lean<ItemRecord>()
  if (!existing) throw noSuchItem(shortID)
  if (!differs(withDefaults(existing), fields)) return { output: { shortID, status: 'unchanged' as const } }
  const { before, after } = await changeItem(models, shortID, unit, fields)
  const ends = after.discontinued && !before.discontinued
  const event = toItemEvent(ends ? 'item.discontinued' : 'item.updated', after)
  return { output: { shortID, status: 'updated' as const }, change: { item: after, events: [event] } }
}

/** Discontinues an item; changes nothing if it is discontinued. Throws 404. */
export async function discontinueItem(models: Models, shortID: string, unit: UnitOfWork) {
  const { session } = unit
  const output = { shortID, status: 'discontinued' as const }
  const existing = await models.items.findOne({ shortID }, { discontinued: 1 }, { session }).lean()
  if (existing?.discontinued) return { output }
  const { after } = await changeItem(models, shortID, unit, { discontinued: true })
  return { output, change: { item: after, events: [toItemEvent('item.discontinued', after)] } }
}

/** Sets fields, modification time and next version of an item; for a change of its aliases, no fields. Throws 404. */
export async function changeItem(
  { items, itemList }: Models,
  shortID: string,
  unit: UnitOfWork,
  fields: Partial<ItemRecord> = {},
): Promise<{ readonly before: ItemRecord; readonly after: ItemRecord }> {
  const { session } = unit
  const set = { ...fields, modified: present() }
  const before = await items
    .findOneAndUpdate({ shortID }, { $set: set, $inc: { version: 1 } }, { session, returnDocument: 'before' })
    .lean<ItemRecord>()
  if (!before) throw noSuchItem(shortID)
  const after = { ...before, ...set, version: before.version + 1 }
  if (before.discontinued !== after.discontinued || before.shortID !== after.shortID) {
    const departure = { at: shortID, partitionKey: before.discontinued, change: -1 } as const
    recordChanges(itemList, [departure, { at: after.shortID, partitionKey: after.discontinued, change: 1 }], unit)
  }
  return { before, after }
}

/** The stored fields of an input, with its alternative names resolved (docs/decisions/items.md#18). */
function toFields(input: ItemInput): Partial<ItemRecord> {
  const { active } = input
  const discontinued = input.discontinued ?? (active === undefined ? undefined : !active)
  return { ...givenFields(input), ...(discontinued !== undefined && { discontinued }) }
}
