import { mongo } from 'mongoose'
import { EXPORT_BATCH, type ExportCursor, type PageQuery, pageWindow, type RecordId } from '../contract/core/paging.ts'
import { readRecords, type Selection, type Source } from './read-records.ts'

/** The records of a page, and the number of records on all pages. */
export interface FoundRecords<T> {
  readonly totalCount: number
  readonly found: T[]
}

export interface CountedSource extends Source {
  countDocuments(filter: object): PromiseLike<number>
}

/** The records of a list; the sort ends in a unique field. */
export type Sorted = Required<Pick<Selection, 'filter' | 'sort'>>

/** Reads a page of any filter and sort by counting matches and skipping to the page; the cost grows with the page number. */
export async function readCountedPage<T>(
  model: CountedSource,
  { filter, sort }: Sorted,
  query: PageQuery,
): Promise<FoundRecords<T>> {
  if (query.cursor) return readNext<T>(model, filter, query.cursor)
  const { skip, pageSize: limit } = pageWindow(query)
  const totalCount = await model.countDocuments(filter)
  const found = skip < totalCount ? await readRecords<T>(model, { filter, sort, skip, limit }) : []
  return { totalCount, found }
}

/** Reads the next records of an export, by rising id; the total is not counted. */
export async function readNext<T>(source: Source, filter: object, cursor: ExportCursor): Promise<FoundRecords<T>> {
  const selection = { filter: { $and: [filter, idsAfter(cursor)] }, sort: { _id: 1 as const }, limit: EXPORT_BATCH }
  return continueAfter(cursor, await readRecords<T & Identified>(source, selection))
}

interface Identified {
  readonly _id: RecordId | mongo.ObjectId
}

/** Ids that are text, such as aliases, have no control character. */
const OBJECT_ID = '\u0001ObjectId:'

export function idsAfter({ after }: ExportCursor): object {
  if (after === undefined) return {}
  const isObjectId = typeof after === 'string' && after.startsWith(OBJECT_ID)
  return { _id: { $gt: isObjectId ? new mongo.ObjectId(after.slice(OBJECT_ID.length)) : after } }
}

/** Records of an export, sorted by id; moves the cursor behind them. */
export function continueAfter<T extends Identified>(cursor: ExportCursor, found: T[]): FoundRecords<T> {
  const last = found.length < EXPORT_BATCH ? undefined : found.at(-1)?._id
  cursor.next = last instanceof mongo.ObjectId ? OBJECT_ID + last.toHexString() : last
  return { totalCount: found.length, found }
}
