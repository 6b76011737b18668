import type { ClientSession, Connection, Model, PipelineStage } from 'mongoose'
import type { WarehouseScope } from '../../../shared/contract/core/access.ts'
import { type PageQuery, requestedSort, type SortDirection } from '../../../shared/contract/core/paging.ts'
import { type Countable, type FoundRecords, readPageOf } from '../../../shared/database/read-page.ts'
import { inSnapshot } from '../../../shared/database/transaction.ts'

/** Records from one key on, read in one snapshot. */
interface Block<K> {
  /** The key after which the next block begins; undefined behind the last one. */
  readonly next: K | undefined
}

/**
 * Reads records by rising key in many short snapshots: MongoDB ends a transaction that exceeds its lifetime. A block
 * whose snapshot was ended is read again with half as many records. `read` gets the key after which the block begins,
 * at first one that precedes all, and the most records to read. The deadline is in milliseconds since 1970.
 */
export async function* readInBlocks<K, B extends Block<K>>(
  connection: Connection,
  deadline: number,
  { first, maxSize }: { readonly first: K; readonly maxSize: number },
  read: (after: K, size: number, session: ClientSession) => Promise<B>,
): AsyncGenerator<B> {
  let size = maxSize
  for (let after: K | undefined = first; after !== undefined; ) {
    const start: K = after
    const block: B = await inSnapshot(connection, deadline, (session, attempt) => {
      if (attempt.number > 0) size = Math.ceil(size / 2)
      return read(start, size, session)
    })
    yield block
    after = block.next
    size = Math.min(size * 2, maxSize)
  }
}

/**
 * Matches any of these values of a field whose index holds only values above one. That is said too: a planner that derives
 * it from the values does so from 100 of them at most, and reads the whole collection for more.
 */
export const anyOfIndexed = <T extends number | string>(values: readonly T[], above: T) => ({
  $in: [...values],
  $gt: above,
})

/** Where a field is kept: in the record of a collection that has this `_id`. */
interface LookUp {
  readonly from: string
  readonly by: string
  readonly take: string
}

interface StoredSort {
  readonly direction: SortDirection
  readonly storedAs: string
}
interface LookedUpSort {
  readonly direction: SortDirection
  readonly lookUp: readonly LookUp[]
}
/** A sort by a field of the records, or by one that is kept elsewhere. */
export type FieldSort = StoredSort | LookedUpSort

/** What a list can be sorted by. */
interface SortFields {
  readonly fields: readonly string[]
  /** The names under which records have fields, if they are others. */
  readonly storedAs: Readonly<Record<string, string>>
  /** For fields that are kept elsewhere, the collections to look them up in, one after the other. */
  readonly lookedUp: Readonly<Record<string, readonly LookUp[]>>
}

/** The sort of a query; `byDefault` unless it names a field. */
export const createSort =
  ({ fields, storedAs, lookedUp }: SortFields) =>
  (query: PageQuery, byDefault: FieldSort): FieldSort => {
    const order = requestedSort(query, fields)
    if (!order) return byDefault
    const { field, direction } = order
    const lookUp = lookedUp[field]
    return lookUp ? { direction, lookUp } : { direction, storedAs: storedAs[field] ?? field }
  }

/** A page of records in an order by a field that is kept elsewhere. */
export async function readLookedUpPage<R>(
  model: Pick<Model<R>, 'aggregate' | 'countDocuments'>,
  filter: object,
  { lookUp, direction }: LookedUpSort,
  query: PageQuery,
): Promise<FoundRecords<R>> {
  const sort = { sortKey: direction, _id: direction }
  const found = [{ $match: filter }, ...lookUp.flatMap(toStages)]
  const list: Countable<R & object> = {
    count: () => model.countDocuments(filter),
    read: ({ after = {}, skip, limit }) =>
      model.aggregate([...found, { $match: after }, { $sort: sort }, { $skip: skip }, { $limit: limit }]),
  }
  return readPageOf(list, sort, query)
}

const toStages = ({ from, by, take }: LookUp): PipelineStage.FacetPipelineStage[] => [
  { $lookup: { from, localField: by, foreignField: '_id', as: 'found' } },
  { $set: { sortKey: { $ifNull: [{ $arrayElemAt: [`$found.${take}`, 0] }, null] } } },
]

/** Records whose warehouse, or one of whose warehouses, is in a scope. */
export const inScope = (field: 'wid' | 'wids', scope: WarehouseScope): object =>
  scope === 'all' ? {} : { [field]: scope.length === 1 ? scope[0] : { $in: [...scope] } }
