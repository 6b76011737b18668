import type { Model, PipelineStage } from 'mongoose'
import { type PageQuery, pageWindow, type SortDirection } from '../../../shared/contract/core/paging.ts'
import type { FoundRecords } from '../../../shared/database/read-page.ts'

/** Where a field is kept: in the record of a collection that has this `_id`. */
interface LookUp {
  readonly from: string
  readonly by: string
  readonly take: string
}

/** The stages that find what records are sorted by, in one collection after the other. */
export const toLookUps = (lookUps: readonly LookUp[]): PipelineStage.FacetPipelineStage[] =>
  lookUps.flatMap(({ from, by, take }) => [
    { $lookup: { from, localField: by, foreignField: '_id', as: 'found' } },
    { $set: { sortKey: { $ifNull: [{ $arrayElemAt: [`$found.${take}`, 0] }, ''] } } },
  ])

interface LookedUpSort {
  readonly lookUp: readonly PipelineStage.FacetPipelineStage[]
  readonly direction: SortDirection
}

/** A page of records in an order by a field that is kept elsewhere. */
export async function readLookedUpPage<R>(
  model: Pick<Model<R>, 'aggregate' | 'countDocuments'>,
  filter: object,
  { lookUp, direction }: LookedUpSort,
  query: PageQuery,
): Promise<FoundRecords<R>> {
  const { skip, pageSize } = pageWindow(query)
  const totalCount = await model.countDocuments(filter)
  const sort = { $sort: { sortKey: direction, _id: direction } }
  const stages = [{ $match: filter }, ...lookUp, sort, { $skip: skip }, { $limit: pageSize }]
  return { totalCount, found: skip < totalCount ? await model.aggregate<R>(stages) : [] }
}
