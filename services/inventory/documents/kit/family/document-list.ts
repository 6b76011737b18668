import type { PipelineStage } from 'mongoose'
import type { WarehouseScope } from '../../../../../shared/contract/core/access.ts'
import { type PageQuery, requestedSort } from '../../../../../shared/contract/core/paging.ts'
import { type Days, daysOf } from '../../../../../shared/contract/dates/days.ts'
import { DUE_SORT } from '../../../../../shared/contract/orders/order-fields.ts'
import type { IndexedListFields } from '../../../../../shared/database/page-index/indexed-list.ts'
import type { PageIndex } from '../../../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../../../shared/database/page-index/read-indexed-page.ts'
import type { Visibility } from '../../../../../shared/database/page-index/visibility.ts'
import {
  type CountedSource,
  type FoundRecords,
  readCountedPage,
  readPageOf,
} from '../../../../../shared/database/read-page.ts'
import { DAY_MS, isDayName } from '../../../../../shared/day.ts'

/** A list of documents, sorted by `keyField` and with a page index (docs/decisions/lists.md#16). */
export interface DocumentList extends IndexedListFields<Date> {
  /** Fields of the response that may be sorted by, and the stored names of those that have another one. */
  readonly sortable: readonly string[]
  readonly storedAs: Readonly<Record<string, string>>
  /** What the query's `endDate` compares with, if not with the key. */
  readonly endField?: string
  /** By when something must be done; `dueBefore` compares with it. */
  readonly dueField?: string
  /** The fields with warehouses, and whether a caller must have every one of these or any. */
  readonly warehouses: { readonly fields: readonly string[]; readonly seenBy: 'every' | 'any' }
}

/** The records of a list. */
export interface DocumentSource extends CountedSource {
  aggregate<R>(pipeline: PipelineStage[]): PromiseLike<R[]>
}

/** Query fields that lists of documents have. */
export interface DocumentQuery extends PageQuery {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly dueBefore?: string | undefined
}

/** Values that fields of listed documents must have; a field without values may have any. */
export type Restrictions = Readonly<Record<string, readonly (string | number)[] | undefined>>

interface Where {
  /** On fields that are part of the page index's partition keys. */
  readonly sectioned: Restrictions
  /** On fields of which few records have the value, if there is one. */
  readonly selective?: Readonly<Record<string, string | number | undefined>>
  readonly others?: readonly object[]
  /** The days that the query's dates name; without them it has none. */
  readonly days?: Days
  /** The warehouses that the caller sees, unless a query names one. */
  readonly scope?: WarehouseScope
  /** Conditions that replace those on `partitioned`; the page index is then not used. */
  readonly instead?: readonly object[] | undefined
}

/**
 * Reads a page of documents. If it is sorted by the key and filtered only by partition keys, every page costs the same
 * (docs/decisions/lists.md#16).
 */
export function readDocumentPage<R extends object>(
  list: DocumentList,
  source: DocumentSource,
  pageIndex: PageIndex,
  query: DocumentQuery,
  { sectioned, selective = {}, others = [], days, scope = 'all', instead }: Where,
): Promise<FoundRecords<R>> {
  const { keyField, dueField } = list
  const requested = requestedSort(query, list.sortable)
  const storedField = requested ? (list.storedAs[requested.field] ?? requested.field) : keyField
  const direction = requested?.direction ?? -1
  const sort = storedField === '_id' ? { _id: direction } : { [storedField]: direction, _id: direction }
  const unindexed = [...timesOf(list, query, days), ...others]
  const conditions = [...inScope(list, scope), ...(instead ?? toConditions(sectioned)), ...unindexed]
  const named = Object.keys(selective).filter((field) => selective[field] !== undefined)
  const filter = {
    ...Object.fromEntries(named.map((field) => [field, selective[field]])),
    ...(conditions.length > 0 && { $and: conditions }),
  }
  if (dueField && isByDue(query) && !query.cursor) return readByDue<R>(dueField, source, filter, query)
  if (storedField !== keyField || unindexed.length > 0 || instead || named.length > 0)
    return readCountedPage<R>(source, { filter, sort, selective: named }, query)
  const visibility = toVisibility(list, scope, sectioned)
  return readIndexedPage<R>(source, pageIndex, { visibility, filter, sort, direction }, query)
}

/** `sort=due`: the most urgent documents come first. */
const isByDue = ({ sort }: PageQuery) => sort?.toLowerCase() === DUE_SORT

/** Open ones before closed ones, dated ones before undated ones, soonest first (docs/decisions/console.md#98). */
function readByDue<R extends object>(
  dueField: string,
  source: DocumentSource,
  filter: object,
  query: DocumentQuery,
): Promise<FoundRecords<R>> {
  const isUndated = { $eq: [{ $ifNull: [`$${dueField}`, null] }, null] }
  const isClosed = { $eq: ['$status', 'Closed'] }
  const dueRank = { $add: [{ $cond: [isClosed, 2, 0] }, { $cond: [isUndated, 1, 0] }] }
  const sort = { dueRank: 1, [dueField]: 1, _id: 1 } as const
  return readPageOf<R>(
    {
      count: () => source.countDocuments(filter),
      read: async ({ after = {}, skip, limit }) =>
        source.aggregate<R>([
          { $match: filter },
          { $set: { dueRank } },
          { $match: after },
          { $sort: sort },
          { $skip: skip },
          { $limit: limit },
        ]),
    },
    sort,
    query,
  )
}

const toConditions = (restrictions: Restrictions): object[] =>
  Object.entries(restrictions).flatMap(([field, values]) => (values ? [{ [field]: { $in: [...values] } }] : []))

/** What the query says of times: `startDate` and `endDate` compare with the list's fields. */
const timesOf = (
  { keyField, endField = keyField, dueField }: DocumentList,
  { startDate, endDate, dueBefore, modifiedSince }: DocumentQuery,
  days = daysOf('UTC'),
): object[] => [
  ...(dueField && dueBefore ? [{ status: { $ne: 'Closed' } }, isBefore(dueField, dueBefore, days)] : []),
  ...(startDate ? [isFrom(keyField, startDate, days)] : []),
  ...(endDate ? [isUntil(endField, endDate, days)] : []),
  ...(modifiedSince ? [{ modified: { $gte: new Date(modifiedSince) } }] : []),
]

/** The second condition on every warehouse would decide alone; the first one is what an index can use. */
export function inScope({ warehouses }: DocumentList, scope: WarehouseScope): object[] {
  if (scope === 'all') return []
  const { seenBy, fields } = warehouses
  // A list of two ends has both of them in `wids` too.
  const field = fields.length > 1 ? 'wids' : (fields[0] ?? 'wids')
  const any = { [field]: { $in: [...scope] } }
  return seenBy === 'any' ? [any] : [any, { [field]: { $not: { $elemMatch: { $nin: [...scope] } } } }]
}

/** Decides by the partition key of a document, such as `Open/17/1,2`, as the filter does by its fields. */
function toVisibility(list: DocumentList, scope: WarehouseScope, sectioned: Restrictions): Visibility {
  const { fields, seenBy } = list.warehouses
  const wanted = Object.entries(sectioned).flatMap(([field, values]) =>
    values ? [[field, new Set(values.map(String))] as const] : [],
  )
  const seen = scope === 'all' ? undefined : new Set(scope.map(String))
  return {
    name: JSON.stringify({ scope, ...sectioned }),
    isVisible(partitionKey) {
      const section = toSection(list, partitionKey)
      const wids = fields.flatMap((field) => section.get(field) ?? [])
      section.set('wids', wids)
      const isSeen = (wid: string) => seen?.has(wid) ?? true
      return (
        (seenBy === 'every' ? wids.every(isSeen) : wids.some(isSeen)) &&
        wanted.every(([field, values]) => section.get(field)?.some((value) => values.has(value)) === true)
      )
    },
  }
}

/** The values of the fields of a partition key; the second of them may be any text. */
function toSection({ sectionFields }: DocumentList, partitionKey: string): Map<string, readonly string[]> {
  const [first = '', ...rest] = partitionKey.split('/')
  const others = sectionFields.length - 2
  const second = rest.slice(0, rest.length - others).join('/')
  const last = others > 0 ? rest.slice(-others) : []
  return new Map(
    [first, second, ...last].map((value, index) => {
      const field = sectionFields[index] ?? ''
      return [field, field === 'wids' ? value.split(',') : [value]]
    }),
  )
}

// A date of an order that was given as a day is stored as midnight in UTC of it, and is that day in every time zone. So the
// first midnight in UTC within a period belongs to it although the zone's day begins later, and the one after it does not.

/** Documents whose date is on a day or later, or at a moment or later. */
export function isFrom(field: string, written: string, days: Days): object {
  if (!isDayName(written)) return { [field]: { $gte: new Date(written) } }
  const [start, named] = [days.startOf(written), new Date(written)]
  return start > named ? { $or: [{ [field]: { $gte: start } }, { [field]: named }] } : { [field]: { $gte: start } }
}

/** Documents whose date is on a day or earlier, or at a moment or earlier. */
export function isUntil(field: string, written: string, days: Days): object {
  if (!isDayName(written)) return { [field]: { $lte: new Date(written) } }
  const [end, next] = [days.endOf(written), new Date(Date.parse(written) + DAY_MS)]
  return { [field]: { $lte: end, ...(end >= next && { $ne: next }) } }
}

/** Documents whose date is before a day or a moment. */
export function isBefore(field: string, written: string, days: Days): object {
  if (!isDayName(written)) return { [field]: { $lt: new Date(written) } }
  const [start, named] = [days.startOf(written), new Date(written)]
  return { [field]: { $lt: start, ...(start > named && { $ne: named }) } }
}
