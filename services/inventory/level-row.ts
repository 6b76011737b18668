import type { ClientSession, UpdateQuery } from 'mongoose'
import { noteChanges } from '../../shared/runtime/directory/listing.ts'
import { isDuplicateKey } from '../../shared/runtime/mongo.ts'
import { TransactionConflict } from '../../shared/runtime/transaction.ts'
import type { LevelRecord } from './level.model.ts'
import type { Models } from './models.ts'

/** Changes an item's row in the given warehouses; that it is in some of them for the first time is noted in the lists' directory. */
export async function updateLevelRow(
  { levels, listings }: Pick<Models, 'levels' | 'listings'>,
  partNo: number,
  wids: readonly number[],
  update: UpdateQuery<LevelRecord>,
  session: ClientSession,
): Promise<void> {
  const { matchedCount } = await levels.updateOne({ _id: partNo, wids: { $all: [...wids] } }, update, { session })
  if (matchedCount > 0) return
  const before = await levels.findOne({ _id: partNo }, { wids: 1 }).session(session).lean()
  const widened = { ...update, $addToSet: { wids: { $each: [...wids] } } }
  await levels.updateOne({ _id: partNo }, widened, { session, upsert: true }).catch((error: unknown) => {
    // Two first receipts of an item: the other one has made the row.
    throw isDuplicateKey(error) ? new TransactionConflict('The level row was made meanwhile') : error
  })
  const arrival = { at: partNo, place: [...(before?.wids ?? []), ...wids], change: 1 } as const
  const departure = before ? [{ at: partNo, place: before.wids, change: -1 } as const] : []
  await noteChanges(listings.levels, [...departure, arrival], session)
}
