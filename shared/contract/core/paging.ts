import { z } from 'zod'
import { dateTime, integerText, optional, text } from './fields.ts'

/** Records on a page if the request does not say (docs/interface.md#limits). */
export const DEFAULT_PAGE_SIZE = 25
/** Most records on a page, unless the operation declares another limit. */
export const MAX_PAGE_SIZE = 250

/** An integer; values outside the range from 1 to `max` are moved to its nearest end. */
export const atLeastOne = (max: number) =>
  z.int('must be an integer.').transform((value) => Math.min(Math.max(value, 1), max))

/**
 * Query fields of a list (docs/interface.md#pages). Numbers outside their range are moved into it; text that is not an
 * integer is refused (docs/decisions.md#13), a `sort` or `direction` that is none is ignored (docs/decisions.md#14).
 * `maxPageSize` is the most records on a page of this list.
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
  modifiedSince: optional(dateTime()).meta({
    description:
      'Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset',
  }),
})

export type PageQuery = z.output<z.ZodObject<ReturnType<typeof pageQuery>>> & {
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
/** Time for a part of an export, which has many more records than a page. */
export const EXPORT_PART_MS = 15_000

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

/** The page of a query with its defaults, and the records to skip before it. */
export function pageWindow({ page = 1, pageSize = DEFAULT_PAGE_SIZE }: PageQuery) {
  return { page, pageSize, skip: (page - 1) * pageSize }
}

/** The envelope for one page of `totalCount` records. */
export function toPage<T>(value: T[], totalCount: number, query: PageQuery) {
  const { page, pageSize } = pageWindow(query)
  const pageCount = Math.ceil(totalCount / pageSize)
  return { value, totalCount, page, pageSize, pageCount, hasMore: page < pageCount }
}

export type SortDirection = 1 | -1
export interface Sort<F extends string> {
  readonly field: F
  readonly direction: SortDirection
}

/**
 * The sort of a query if it names one of `fields`, in any case; otherwise undefined, for the default sort
 * (docs/decisions.md#14).
 */
export function requestedSort<F extends string>(query: PageQuery, fields: readonly F[]): Sort<F> | undefined {
  const field = fields.find((name) => name.toLowerCase() === query.sort?.toLowerCase())
  return field && { field, direction: query.direction?.toLowerCase() === 'desc' ? -1 : 1 }
}
