import type { ClientSession } from 'mongoose'
import { aggregateRecords, type Source } from '../../../../shared/database/read-records.ts'
import type { LevelRecord } from '../levels/level.model.ts'
import { sequenceOfChoice } from '../lots/choose-lots.ts'
import type { LotRecord } from '../lots/lot.model.ts'

/** Most items in one command, whose reply is one document: with thousands of warehouses a level row has a megabyte. */
const MAX_TOGETHER = 16

/** An item, and the lots that a plan looks at first: those that match, or the one with a number. */
export interface FirstLook {
  readonly partNo: number
  readonly wanted: { readonly filter: object } | { readonly recNo: number }
}

export interface Seen {
  readonly level: LevelRecord
  /** In the sequence of choice, at most `limit` of those that match. */
  readonly lots: readonly LotRecord[]
}

interface Tables {
  readonly levels: Source
  readonly lots: Source
}

/**
 * Reads level rows and lots of several items by one command. In a transaction a `$lookup` may do so, a `$unionWith` may not
 * (https://www.mongodb.com/docs/manual/core/transactions-operations). If an item has no level row, it and those that are
 * read with it are missing in the result.
 */
export async function readAhead(
  tables: Tables,
  looks: readonly FirstLook[],
  limit: number,
  session: ClientSession,
): Promise<ReadonlyMap<FirstLook, Seen>> {
  const seen = new Map<FirstLook, Seen>()
  for (let first = 0; first < looks.length; first += MAX_TOGETHER) {
    const together = looks.slice(first, first + MAX_TOGETHER)
    for (const [look, found] of await readTogether(tables, together, limit, session)) seen.set(look, found)
  }
  return seen
}

/** The first item's level row, with the rows of the others, all lots by number, and the lots of each look besides. */
type Found = LevelRecord & { readonly others?: readonly LevelRecord[]; readonly named?: readonly LotRecord[] } & {
  readonly [lots: `lots${number}`]: readonly LotRecord[]
}

async function readTogether(
  { levels, lots }: Tables,
  looks: readonly FirstLook[],
  limit: number,
  session: ClientSession,
): Promise<[FirstLook, Seen][]> {
  const [_id, ...others] = looks.map(({ partNo }) => partNo)
  const lookUp = ({ collection }: Source, pipeline: readonly object[], as: string) => ({
    $lookup: { from: collection.collectionName, pipeline, as },
  })
  const byId = (ids: readonly (number | undefined)[]) => [{ $match: { _id: { $in: ids } } }]
  const recNos = looks.flatMap(({ wanted }) => ('recNo' in wanted ? wanted.recNo : []))
  const pages = looks.map(({ wanted }, index) => {
    if ('recNo' in wanted) return []
    return lookUp(lots, [{ $match: wanted.filter }, { $sort: sequenceOfChoice }, { $limit: limit }], `lots${index}`)
  })
  const pipeline = [
    { $match: { _id } },
    ...(others.length > 0 ? [lookUp(levels, byId(others), 'others')] : []),
    ...(recNos.length > 0 ? [lookUp(lots, byId(recNos), 'named')] : []),
    ...pages.flat(),
  ]
  const [found] = await aggregateRecords<Found>(levels, pipeline, session)
  if (!found) return []
  const rows = new Map([found, ...(found.others ?? [])].map((row) => [row._id, row]))
  return looks.flatMap((look, index) => {
    const { partNo, wanted } = look
    const level = rows.get(partNo)
    if (!level) return []
    const named = 'recNo' in wanted ? found.named?.filter((lot) => lot._id === wanted.recNo) : undefined
    return [[look, { level, lots: named ?? found[`lots${index}`] ?? [] }]]
  })
}
