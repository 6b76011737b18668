import type { mongo } from 'mongoose'
import {
  type IndexedList,
  recordChanges,
  type SectionChange,
} from '../../../../shared/database/page-index/indexed-list.ts'
import { TransactionConflict } from '../../../../shared/database/transaction.ts'
import type { UnitOfWork } from '../../../../shared/database/unit-of-work.ts'
import type { LevelModel, LevelRecord } from './level.model.ts'

/** A change of an item's level row in some warehouses. */
export interface LevelRowChange {
  readonly partNo: number
  readonly wids: readonly number[]
  readonly update: mongo.UpdateFilter<LevelRecord>
}

export interface LevelTables {
  readonly levels: LevelModel
  readonly indexedLists: { readonly levels: IndexedList<number> }
}

/** Changes level rows, by rising partNo so that writers meet in one order. */
export function updateLevelRows(tables: LevelTables, changes: readonly LevelRowChange[], unit: UnitOfWork): void {
  const known = entered.get(tables.levels) ?? new Set()
  entered.set(tables.levels, known)
  const inOrder = changes.toSorted((one, other) => one.partNo - other.partNo)
  const updates = inOrder.map(({ partNo, wids, update }) => {
    const open = wids.filter((wid) => !known.has(levelKeyOf(partNo, wid)))
    const filter = { _id: partNo, ...(open.length > 0 && { wids: { $all: open } }) }
    return { name: 'updateOne', filter, update } as const
  })
  unit.add<LevelRecord>(tables.levels, updates, { onMissed: () => widenLevelRows(tables, inOrder, unit) })
  unit.afterCommit(() => {
    if (known.size > MAX_ENTERED) known.clear()
    for (const { partNo, wids } of inOrder) for (const wid of wids) known.add(levelKeyOf(partNo, wid))
  })
}

/**
 * Locks the level rows of items until the transaction ends: MongoDB has no lock but a write. As the first command of a
 * transaction it meets a conflict at once, and afterwards every other writer of these items does.
 */
export async function lockLevelRows(
  { levels }: Pick<LevelTables, 'levels'>,
  partNos: Iterable<number>,
  unit: UnitOfWork,
): Promise<void> {
  const inOrder = [...new Set(partNos)].toSorted((one, other) => one - other)
  const updates = inOrder.map(
    (_id) => ({ name: 'updateOne', filter: { _id }, update: { $inc: { locks: 1 } } }) as const,
  )
  // A row that does not exist needs no lock: its key decides which transaction creates it.
  unit.add<LevelRecord>(levels, updates, { onMissed: async (missed) => missed })
  await unit.send()
}

/**
 * Warehouses that items are known to have entered: they never leave one, so an update need not ask again. On DocumentDB
 * an update by `_id` alone costs a third of one with a further condition.
 */
const entered = new WeakMap<LevelModel, Set<string>>()
const MAX_ENTERED = 100_000
const levelKeyOf = (partNo: number, wid: number) => `${partNo}/${wid}`

/**
 * Makes the changes whose item enters a warehouse for the first time, and records that for the page index; resolves to
 * their number.
 */
async function widenLevelRows(
  { levels, indexedLists }: LevelTables,
  changes: readonly LevelRowChange[],
  unit: UnitOfWork,
): Promise<number> {
  const found = await levels
    .find({ _id: { $in: changes.map(({ partNo }) => partNo) } }, { wids: 1 })
    .session(unit.session)
    .lean()
  const widsBefore = new Map(found.map(({ _id, wids }) => [_id, wids]))
  const isMade = ({ partNo, wids }: LevelRowChange) => wids.every((wid) => widsBefore.get(partNo)?.includes(wid))
  const missing = changes.filter((change) => !isMade(change))
  const updates = missing.map(({ partNo, wids, update }) => {
    const widened = { ...update, $addToSet: { wids: { $each: [...wids] } } }
    return { name: 'updateOne', filter: { _id: partNo }, update: widened, upsert: true } as const
  })
  // Two first receipts of an item: the other has created the row.
  const onDuplicate = () => new TransactionConflict('A level row was made meanwhile')
  unit.add<LevelRecord>(levels, updates, { onDuplicate })
  const changesOfList = missing.flatMap(({ partNo, wids }) => sectionChanges(partNo, widsBefore.get(partNo), wids))
  recordChanges(indexedLists.levels, changesOfList, unit)
  await unit.send()
  return missing.length
}

function sectionChanges(at: number, before: readonly number[] | undefined, wids: readonly number[]) {
  const arrival: SectionChange<number> = { at, partitionKey: [...(before ?? []), ...wids], change: 1 }
  return before ? [{ at, partitionKey: before, change: -1 as const }, arrival] : [arrival]
}
