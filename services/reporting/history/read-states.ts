import type { Model } from 'mongoose'
import type { ItemModel } from './records/item.model.ts'
import type { Moment, Named, Selection } from './selection.ts'

/** Keys that one command reads the states of. */
const KEYS_AT_ONCE = 2_000

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
  /** Which last states are read: all by default. */
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
 * The state of each key at a moment, sorted by the fields of the key. The collection of last states gives the keys, and
 * the state of each key that has not changed since the moment. For the others, one aggregation per 2,000 keys finds the
 * last state before the moment: one query per key costs the local database ten times as much.
 */
export async function* readStates<R extends StateRecord>(
  { last, states, items, where = {} }: StateCollections,
  keyFields: readonly [keyof R & string, ...(keyof R & string)[]],
  { sequence, at }: Moment,
  selection: Selection,
): AsyncGenerator<Named<R>> {
  const filter = toFilter(selection)
  const order = Object.fromEntries(keyFields.map((field) => [field, 1 as const]))
  const keyOf = (record: R) => keyFields.map((field) => record[field]).join('/')

  const readEarlier = async (later: readonly R[]): Promise<ReadonlyMap<string, R>> => {
    if (later.length === 0) return new Map()
    const [first] = keyFields
    const firstIn = { [first]: { $in: [...new Set(later.map((record) => record[first]))] } }
    const pipeline = [
      { $match: { ...filter, ...firstIn, sequence: { $lte: sequence }, at: { $lte: at } } },
      { $sort: { ...order, sequence: -1 } },
      {
        $group: {
          _id: Object.fromEntries(keyFields.map((field) => [field, `$${field}`])),
          state: { $first: '$$ROOT' },
        },
      },
    ]
    const found = await states.collection.aggregate<{ readonly state: R }>(pipeline).toArray()
    return new Map(found.map(({ state }) => [keyOf(state), state]))
  }

  async function* resolve(records: readonly R[]): AsyncGenerator<Named<R>> {
    const isIn = (record: R) => record.sequence <= sequence && record.at <= at
    const earlier = await readEarlier(records.filter((record) => !isIn(record)))
    const names = await readNames(items, records)
    for (const record of records) {
      const state = isIn(record) ? record : earlier.get(keyOf(record))
      if (state) yield { ...state, shortID: names.get(state.partNo) ?? '' }
    }
  }

  // The driver's own cursor: by that of mongoose each record costs several times as much.
  const cursor = last.collection.find<R>({ ...filter, ...where }, { sort: order, batchSize: KEYS_AT_ONCE })
  let records: R[] = []
  for await (const record of cursor) {
    records.push(record)
    if (records.length < KEYS_AT_ONCE) continue
    yield* resolve(records)
    records = []
  }
  yield* resolve(records)
}
