import type { Model } from 'mongoose'
import type { ItemModel } from './records/item.model.ts'
import { heldAt } from './records/past-state.ts'
import type { Moment, Named, Selection } from './selection.ts'
import { inBatches, mergeSorted } from './sequences.ts'

/** Records that one answer of the database has, and whose names are read at once. */
const BATCH = 2_000

interface StateRecord {
  readonly _id: string
  readonly partNo: number
  readonly wid: number
  readonly sequence: number
  readonly at: Date
}

/** Collections that states are read from. */
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
 * moment, and of the others the past state that held then. What it costs does not grow with what else happened.
 */
export async function* readStates<R extends StateRecord>(
  { last, states, items, where = {} }: StateCollections,
  keyFields: readonly (keyof R & string)[],
  moment: Moment,
  selection: Selection,
): AsyncGenerator<Named<R>> {
  const filter = { ...toFilter(selection), ...where }
  const known = { sequence: { $lte: moment.sequence }, at: { $lte: moment.at } }
  const options = {
    sort: Object.fromEntries(keyFields.map((field) => [field, 1 as const])),
    batchSize: BATCH,
  }
  // The driver's own cursors: by those of mongoose each record costs several times as much.
  const lasting = last.collection.find<R>({ ...filter, ...known }, options)
  const ended = heldAt(moment).map((held) => states.collection.find<R>({ ...filter, ...held }, options))
  for await (const records of inBatches(mergeSorted([lasting, ...ended], compareBy(keyFields)), BATCH)) {
    const names = await readNames(items, records)
    for (const record of records) yield { ...record, shortID: names.get(record.partNo) ?? '' }
  }
}

const compareBy =
  <R>(fields: readonly (keyof R)[]) =>
  (one: R, other: R): number => {
    const field = fields.find((name) => one[name] !== other[name])
    if (field === undefined) return 0
    return one[field] < other[field] ? -1 : 1
  }
