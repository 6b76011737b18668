import type { ChangeModel } from './change.model.ts'

/** A change enters the feed at most this many changes later than others that happened after it. */
const MAX_OVERTAKEN = 10_000

/** The sequence of the first change at or after a moment; undefined if no change follows it. */
export async function firstSince(changes: ChangeModel, end: number, moment: Date): Promise<number | undefined> {
  const found = await search(changes, end, (at) => at >= moment)
  const near = { _id: { $gte: found - MAX_OVERTAKEN, $lt: found }, at: { $gte: moment } }
  const earlier = await changes.findOne(near, { _id: 1 }).sort({ _id: 1 }).lean()
  return earlier?._id ?? (found > end ? undefined : found)
}

/** The sequence of the last change at or before a moment; 0 if no change precedes it. */
export async function lastUntil(changes: ChangeModel, end: number, moment: Date): Promise<number> {
  const found = await search(changes, end, (at) => at > moment)
  const near = { _id: { $gte: found, $lt: Math.min(found + MAX_OVERTAKEN, end + 1) }, at: { $lte: moment } }
  const later = await changes.findOne(near, { _id: 1 }).sort({ _id: -1 }).lean()
  return later?._id ?? found - 1
}

/** The latest moment of the changes up to a sequence; undefined if the feed has no change up to it. */
export async function latestUpTo(changes: ChangeModel, sequence: number): Promise<Date | undefined> {
  const near = { _id: { $gte: sequence - MAX_OVERTAKEN, $lte: sequence } }
  return (await changes.findOne(near, { at: 1 }).sort({ at: -1 }).lean())?.at
}

/** The first sequence from which on a condition holds, by binary search; one after the end if it holds nowhere. */
async function search(changes: ChangeModel, end: number, holds: (at: Date) => boolean): Promise<number> {
  let low = 1
  let high = end + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { at } = await changes.findById(middle, { at: 1 }).lean().orFail()
    if (holds(at)) high = middle
    else low = middle + 1
  }
  return low
}
