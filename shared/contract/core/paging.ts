import { z } from 'zod'
import { dateTime, integerText, optional, text } from './fields.ts'

/** Limits of spec 8: records on a page when none are asked for, and at most. */
export const DEFAULT_PAGE_SIZE = 25
export const MAX_PAGE_SIZE = 250

/** An integer, moved into the range from 1 to `max`. */
export const atLeastOne = (max: number) =>
  z.int('must be an integer.').transform((value) => Math.min(Math.max(value, 1), max))

/** The query of every list (spec 4.1): out of range is moved into it, what is no integer is refused (decision 13). */
export const pageQuery = {
  page: optional(integerText(atLeastOne(Number.MAX_SAFE_INTEGER))).meta({
    description: '1-based page number, 1 unless said; less than 1 counts as 1',
  }),
  pageSize: optional(integerText(atLeastOne(MAX_PAGE_SIZE))).meta({
    description: `Records on a page, ${DEFAULT_PAGE_SIZE} unless said; less than 1 counts as 1, more than ${MAX_PAGE_SIZE} as ${MAX_PAGE_SIZE}`,
  }),
  sort: optional(text(64)).meta({ description: 'Field to sort by, in any case; an unknown one is ignored' }),
  direction: optional(text(64)).meta({ description: 'ASC or DESC, in any case; for a valid sort only' }),
  modifiedSince: optional(dateTime()).meta({
    description:
      'Only records modified on or after this moment; ISO 8601 date or date-time, UTC unless it has an offset',
  }),
}

export type PageQuery = z.output<z.ZodObject<typeof pageQuery>>

/** Figures of the page envelope, also sent as headers. */
export interface PageFigures {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
}

/** The page envelope of spec 2.4. */
export const pageOf = <T extends z.ZodType>(record: T) =>
  z.object({
    value: z.array(record).meta({ description: 'Records of this page' }),
    totalCount: z.int().meta({ description: 'Records matching the query, before paging' }),
    page: z.int().meta({ description: 'Number of this page' }),
    pageSize: z.int().meta({ description: 'Records on a page, as requested and capped' }),
    pageCount: z.int().meta({ description: 'Number of pages' }),
    hasMore: z.boolean().meta({ description: 'Whether more pages follow' }),
  })

/** Records to skip and to take for a query. */
export function pageWindow({ page = 1, pageSize = DEFAULT_PAGE_SIZE }: PageQuery) {
  return { page, pageSize, skip: (page - 1) * pageSize }
}

/** The envelope around one page of `totalCount` records. */
export function toPage<T>(value: T[], totalCount: number, query: PageQuery) {
  const { page, pageSize } = pageWindow(query)
  const pageCount = Math.ceil(totalCount / pageSize)
  return { value, totalCount, page, pageSize, pageCount, hasMore: page < pageCount }
}

export type SortDirection = 1 | -1
export interface SortOrder<F extends string> {
  readonly field: F
  readonly direction: SortDirection
}

/** The field to sort by, if the query names one of `fields` in any case; else undefined: the default order (decision 14). */
export function requestedSort<F extends string>(query: PageQuery, fields: readonly F[]): SortOrder<F> | undefined {
  const field = fields.find((name) => name.toLowerCase() === query.sort?.toLowerCase())
  return field && { field, direction: query.direction?.toLowerCase() === 'desc' ? -1 : 1 }
}
