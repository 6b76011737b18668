import { mongo, type Schema } from 'mongoose'
import {
  EXPORT_BATCH,
  type ExportCursor,
  endPage,
  type PageQuery,
  pageWindow,
  type RecordId,
  type SortDirection,
  toPage,
} from '../contract/core/paging.ts'
import { keysAfter, type SortOrder, valuesOf } from './page-key.ts'
import { readRecords, type Selection, type Source } from './read-records.ts'

/** The records of a page, and the number of records on all pages. */
export interface FoundRecords<T> {
  readonly totalCount: number
  readonly found: T[]
}

export interface CountedSource extends Source {
  readonly schema: Pick<Schema, 'indexes'>
  countDocuments(filter: object, options?: { readonly hint: Index }): PromiseLike<number>
}

/** The records of a list; the sort ends in a unique field. */
export type Sorted = Required<Pick<Selection, 'filter' | 'sort'>>

type Index = NonNullable<Selection['hint']>

interface Counted extends Sorted {
  /** Fields of which few records have the value that the filter names, if it names one. */
  readonly selective?: readonly string[]
}

/** Records of a list that match its filter, in any form: a collection, or a pipeline that derives them. */
export interface Countable<T> {
  count(): PromiseLike<number>
  /** Those that match `after` too, in the sort of the page. */
  read(section: { readonly after: object | undefined; readonly skip: number; readonly limit: number }): Promise<T[]>
}

/** Reads a page by counting, and by skipping to it or from the key of the record before it. */
export async function readPageOf<T extends object>(
  list: Countable<T>,
  sort: SortOrder,
  query: PageQuery,
): Promise<FoundRecords<T>> {
  const { skip, pageSize } = pageWindow(query)
  const after = keysAfter(sort, query)
  const totalCount = await list.count()
  const rows = skip < totalCount ? await list.read({ after, skip, limit: pageSize + 1 }) : []
  return endPage(rows, totalCount, query, (record) => valuesOf(record, sort))
}

/**
 * Reads a page of any filter and sort by counting matches; the cost grows with the page number, and, unless the filter is
 * selective, with the list.
 */
export async function readCountedPage<T extends object>(
  model: CountedSource,
  { filter, sort, selective = [] }: Counted,
  query: PageQuery,
): Promise<FoundRecords<T>> {
  const hint = indexOf(model, filter, selective)
  if (query.cursor) return readNext<T>(model, filter, query.cursor, hint)
  const list: Countable<T> = {
    count: () => model.countDocuments(filter, hint && { hint }),
    read: ({ after, ...section }) =>
      readRecords<T>(model, { filter: after ? { $and: [filter, after] } : filter, sort, hint, ...section }),
  }
  return readPageOf(list, sort, query)
}

/**
 * The index that begins with a selective field. It must be named: for a page in another sort, a planner that estimates, as
 * PostgreSQL's does, may choose the index that sorts, and look for few records in the whole list. An index may leave
 * empty values out.
 */
function indexOf({ schema }: CountedSource, filter: object, selective: readonly string[]): Index | undefined {
  const [given] = selective.filter((field) => Reflect.get(filter, field))
  const found = given && schema.indexes().find(([key]) => Object.keys(key)[0] === given)
  // No index here is of another kind than rising or falling.
  return found ? (found[0] as Index) : undefined
}

/** Reads the next records of an export, by rising id; the total is not counted. */
export async function readNext<T>(
  source: Source,
  filter: object,
  cursor: ExportCursor,
  hint?: Index,
): Promise<FoundRecords<T>> {
  const sort = { _id: 1 } as const
  const selection = { filter: { $and: [filter, idsAfter(cursor)] }, sort, limit: EXPORT_BATCH, hint }
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

/** A value of a record that is returned. */
export type SortValue = string | number | boolean | null

/** A page of a list that is read as a whole and sorted here; the last of the values of a record is unique. */
export function toSortedPage<T>(
  records: readonly T[],
  valuesOf: (record: T) => readonly SortValue[],
  direction: SortDirection,
  query: PageQuery,
) {
  const listed = records.toSorted((one, other) => direction * compareAll(valuesOf(one), valuesOf(other)))
  // An export reads all of them at once.
  if (query.cursor) return toPage(listed, listed.length, query)
  const { skip, pageSize } = pageWindow(query)
  const rest = listed.slice(startOf(listed) + skip)
  const { totalCount, found } = endPage(rest.slice(0, pageSize + 1), listed.length, query, valuesOf)
  return toPage(found, totalCount, query)

  function startOf(sorted: readonly T[]): number {
    const values = query.position?.after?.values
    if (!values) return 0
    const start = sorted.findIndex((record) => direction * compareAll(valuesOf(record), values) > 0)
    return start < 0 ? sorted.length : start
  }
}

const compareAll = (one: readonly unknown[], other: readonly unknown[]): number =>
  one.reduce<number>((order, value, index) => order || compareValues(value, other[index]), 0)

/** As the database compares values of one type: null first, text by its characters. */
function compareValues(one: unknown, other: unknown): number {
  const [first, second] = [one ?? null, other ?? null]
  if (first === null || second === null) return Number(second === null) - Number(first === null)
  return first < second ? -1 : Number(first > second)
}
