import type { Model } from 'mongoose'
import type { Moment, Named, Selection } from './history.ts'
import type { ItemModel } from './records/item.model.ts'
import { followedSince, heldAt } from './records/past-state.ts'
import { distinct, inBatches, mergeSorted, select } from './sequences.ts'

/** Records that one reply of the database has, and whose names are read at once. */
const BATCH = 2_000

interface StateRecord {
  readonly _id: string
  readonly partNo: number
  readonly wid: number
  readonly sequence: number
  readonly at: Date
}

interface StateCollections {
  readonly last: Pick<Model<unknown>, 'collection'>
  readonly states: Pick<Model<unknown>, 'collection'>
  readonly items: ItemModel
  /** Which states are read: all by default. */
  readonly where?: object
}

export const toFilter = ({ wids, partNos }: Selection): { wid?: object; partNo?: object } => ({
  ...(wids !== 'all' && { wid: { $in: [...wids] } }),
  ...(partNos && { partNo: { $in: [...partNos] } }),
})

/** The present ShortIDs of items, by partNo. */
export async function readNames(items: ItemModel, of: readonly { readonly partNo: number }[]) {
  const found = await items.find({ _id: { $in: [...new Set(of.map(({ partNo }) => partNo))] } }).lean()
  return new Map(found.map(({ _id, shortID }) => [_id, shortID]))
}

/**
 * The state of each key at a moment, sorted by the fields of the key: the last state of a key that has not changed since the
 * moment, and of the others the past state that held then. What it costs does not grow with what else happened. A state
 * that is followed by another one while it is read is read once.
 */
export async function* readStates<R extends StateRecord>(
  collections: StateCollections,
  keyFields: readonly (keyof R & string)[],
  moment: Moment,
  selection: Selection,
): AsyncGenerator<Named<R>> {
  const { last, states, items, where = {} } = collections
  const filter = { ...toFilter(selection), ...where }
  const sort = Object.fromEntries(keyFields.map((field) => [field, 1 as const]))
  const compare = compareBy<R>(keyFields)
  const known = { sequence: { $lte: moment.sequence }, at: { $lte: moment.at } }
  // The driver's own cursors: by those of mongoose each record costs several times as much.
  const read = ({ collection }: Pick<Model<unknown>, 'collection'>, which: object) =>
    collection.find<R>({ ...filter, ...which }, { sort, batchSize: BATCH })

  const reached = Math.max(moment.sequence, await readReached(states))
  /** The last states, and those that were last until a change came amid the reading. */
  async function* readLast(): AsyncGenerator<R> {
    let from: R | undefined
    for await (const { batch, isLast } of inBatches(read(last, known), BATCH)) {
      const to = isLast ? undefined : batch.at(-1)
      const followed = await read(states, followedSince(reached, moment)).toArray()
      const isBetween = (record: R) => (!from || compare(record, from) > 0) && (!to || compare(record, to) <= 0)
      const held = followed.filter((record) => record.at <= moment.at && isBetween(record))
      yield* [...batch, ...held].sort(compare)
      from = to
    }
  }
  const isKnown = ({ sequence }: R) => sequence <= moment.sequence
  const ended = heldAt(moment).map((held) => select(read(states, held), isKnown))
  const found = distinct(mergeSorted([...ended, readLast()], compare), compare)
  for await (const { batch } of inBatches(found, BATCH)) {
    const names = await readNames(items, batch)
    for (const record of batch) yield { ...record, shortID: names.get(record.partNo) ?? '' }
  }
}

/** The latest change that has ended a state. */
async function readReached({ collection }: Pick<Model<unknown>, 'collection'>): Promise<number> {
  const options = { sort: { untilSequence: -1 }, projection: { untilSequence: 1 } } as const
  const latest = await collection.findOne<{ readonly untilSequence: number }>({}, options)
  return latest?.untilSequence ?? 0
}

const compareBy =
  <R>(fields: readonly (keyof R)[]) =>
  (one: R, other: R): number => {
    const field = fields.find((name) => one[name] !== other[name])
    if (field === undefined) return 0
    return one[field] < other[field] ? -1 : 1
  }
