import { z } from 'zod'
import { dayOrMoment } from '../dates/date-fields.ts'
import { validationError } from './errors.ts'
import { integerText, optional, text } from './fields.ts'

/** Records on a page if the request does not say (docs/interface.md#limits). */
export const DEFAULT_PAGE_SIZE = 25
/** Most records on a page, unless the operation declares another limit. */
export const MAX_PAGE_SIZE = 250

/** Longest `after`: the sort of a list may be a text of 2,000 characters. */
const MAX_AFTER_LENGTH = 12_000

/** An integer; values outside the range from 1 to `max` are moved to its nearest end. */
export const atLeastOne = (max: number) =>
  z.int('must be an integer.').transform((value) => Math.min(Math.max(value, 1), max))

/**
 * Query fields of a list (docs/interface.md#pages). Numbers outside their range are moved into it, text that is not an
 * integer is refused (docs/decisions/lists.md#13), and an unknown `sort` or `direction` is ignored
 * (docs/decisions/lists.md#14). `maxPageSize` is the most records on a page of this list.
 */
export const pageQuery = (maxPageSize = MAX_PAGE_SIZE) => ({
  page: optional(integerText(atLeastOne(Number.MAX_SAFE_INTEGER))).meta({
    description: 'Number of the page, from 1; 1 by default, and for anything less than 1',
  }),
  pageSize: optional(integerText(atLeastOne(maxPageSize))).meta({
    description:
      `Records on a page, ${DEFAULT_PAGE_SIZE} by default; less than 1 counts as 1, more than ${maxPageSize} ` +
      `as ${maxPageSize}`,
  }),
  sort: optional(text(64))
    .catch(undefined)
    .meta({ description: 'Field to sort by, in any case; an unknown field is ignored' }),
  direction: optional(text(64))
    .catch(undefined)
    .meta({ description: 'ASC or DESC, in any case; ignored without a valid sort' }),
  after: optional(text(MAX_AFTER_LENGTH)).meta({
    description:
      'Where to go on: the `after` in the `Link` with rel="next" of a page of this list, with the same sort and ' +
      'filters. The page has the records that follow, whatever has come or gone since; `page` is not used with it',
  }),
  modifiedSince: optional(dayOrMoment('from')).meta({
    description: 'Only records modified on this day, at this moment or later',
  }),
})

/** The query of a list; serve() has read its `after`. */
export type PageQuery = Omit<z.output<z.ZodObject<ReturnType<typeof pageQuery>>>, 'after'> & {
  /** Set by serve() for a page. */
  readonly position?: PagePosition
  /**
   * Set by serve() for an export: instead of a page, the records that follow a record in the sequence of their ids are
   * read.
   */
  readonly cursor?: ExportCursor
}

/** An export with a sort comes in that sort if it has fewer records, which are read at once. */
export const MAX_SORTED_EXPORT = 5_000
/** Records of an export that are read at once. */
export const EXPORT_BATCH = 500
/** Time for a chunk of an export, which has many more records than a page. */
export const EXPORT_PART_MS = 15_000

/** 400 for an `after` that is not of this list, or that no response had (docs/decisions/lists.md#13). */
export const refusedAfter = () =>
  validationError({ after: ['The field after must be that of a `Link` of this list, with the same sort and filters.'] })

/** Where a page begins in the order of its list, and where the next one does. */
export interface PagePosition {
  /** The record that the page follows; undefined for a page by its number. */
  readonly after: PageKey | undefined
  /** The last record of the page, if more follow it: set where the page is read. */
  next?: PageKey
}

/** The place of a record in the order of a list. */
export interface PageKey {
  /** Records on the pages up to it. */
  readonly read: number
  /** What it is sorted by, as stored; the last value is unique. */
  readonly values: readonly unknown[]
}

/** The id of a record never changes, so what is written meanwhile makes an export skip or double none. */
export interface ExportCursor {
  /** The id of the last record before; undefined at the beginning. */
  readonly after: RecordId | undefined
  /** The id of the last record that was read, if more may follow. */
  next?: RecordId | undefined
}
export type RecordId = string | number

/** Figures of the page envelope, which are also sent as headers. */
export interface PageFigures {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  /** A service of an earlier version does not send it. */
  readonly hasMore?: boolean
  /** The `after` of the next page. */
  readonly next?: string
}

/** The moment that the rows of a report are of. */
export interface Snapshot {
  /** The last change of the feed that they know. */
  readonly sequence: number
  /** The zone of their days (IANA). */
  readonly timeZone: string
}

/** The page envelope (docs/interface.md#pages). */
export const pageOf = <T extends z.ZodType>(record: T) =>
  z.object({
    value: z.array(record).meta({ description: 'Records of this page' }),
    totalCount: z.int().meta({ description: 'Records matching the query, before paging' }),
    page: z.int().meta({ description: 'Number of this page' }),
    pageSize: z.int().meta({ description: 'Records on a page, as requested and capped' }),
    pageCount: z.int().meta({ description: 'Number of pages' }),
    hasMore: z.boolean().meta({ description: 'Whether more pages follow' }),
  })

/** A list without a limit of its own: pages of records, which `filters` restrict. */
export const pagesOf = <R extends z.ZodType, F extends z.ZodRawShape = Record<never, never>>(record: R, filters?: F) =>
  ({
    paged: true,
    // The type of an object with optional further fields loses them.
    input: z.object({ ...pageQuery(), ...(filters as F) }),
    output: pageOf(record),
  }) as const

/**
 * The page of a query with its defaults, and the records to skip before it: none after a record, whose page has the
 * number that those read until then make (docs/decisions/lists.md#13).
 */
export function pageWindow({ page = 1, pageSize = DEFAULT_PAGE_SIZE, position }: PageQuery) {
  const after = position?.after
  if (after) return { page: Math.floor(after.read / pageSize) + 1, pageSize, skip: 0 }
  return { page, pageSize, skip: (page - 1) * pageSize }
}

/** Of records that were read for a page, with one more if more follow, those on it; remembers where the next page begins. */
export function endPage<T>(
  rows: T[],
  totalCount: number,
  query: PageQuery,
  valuesOf: (record: T) => readonly unknown[],
): { readonly totalCount: number; readonly found: T[] } {
  const { position } = query
  const { pageSize, skip } = pageWindow(query)
  // A record may have come since they were counted.
  const total = position?.after || rows.length === 0 ? totalCount : Math.max(totalCount, skip + rows.length)
  const found = rows.slice(0, pageSize)
  const last = found.at(-1)
  const isLast = rows.length <= pageSize && (position?.after !== undefined || skip + pageSize >= total)
  if (position && last !== undefined && !isLast)
    position.next = { read: (position.after?.read ?? skip) + found.length, values: valuesOf(last) }
  return { totalCount: total, found }
}

/** The envelope for one page of `totalCount` records. */
export function toPage<T>(value: T[], totalCount: number, query: PageQuery) {
  const { page, pageSize } = pageWindow(query)
  const pageCount = Math.ceil(totalCount / pageSize)
  const { position } = query
  const hasMore = position?.after ? position.next !== undefined : page < pageCount
  return { value, totalCount, page, pageSize, pageCount, hasMore }
}

export type SortDirection = 1 | -1
export interface Sort<F extends string> {
  readonly field: F
  readonly direction: SortDirection
}

/**
 * The sort of a query if it names one of `fields`, in any case; otherwise undefined, for the default sort
 * (docs/decisions/lists.md#14).
 */
export function requestedSort<F extends string>(query: PageQuery, fields: readonly F[]): Sort<F> | undefined {
  const field = fields.find((name) => name.toLowerCase() === query.sort?.toLowerCase())
  return field && { field, direction: query.direction?.toLowerCase() === 'desc' ? -1 : 1 }
}
