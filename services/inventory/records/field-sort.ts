import type { Model, PipelineStage } from 'mongoose'
import { type PageQuery, requestedSort, type SortDirection } from '../../../shared/contract/core/paging.ts'
import { type Countable, type FoundRecords, readPageOf } from '../../../shared/database/read-page.ts'

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
  /** Names of fields, and those under which records have them. */
  readonly storedAs: Readonly<Record<string, string>>
  /** Names of fields, and the collections to look them up in, one after the other. */
  readonly lookedUp: Readonly<Record<string, readonly LookUp[]>>
}

/** The sort of a query; `byDefault` unless it names a field. */
export const createSort =
  ({ storedAs, lookedUp }: SortFields) =>
  (query: PageQuery, byDefault: FieldSort): FieldSort => {
    const order = requestedSort(query, [...Object.keys(storedAs), ...Object.keys(lookedUp)])
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
