import { warehouseScope } from '../../../../shared/contract/core/access.ts'
import { type PageQuery, requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import { type SortValue, toSortedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { type StoredQuantity, toNumber } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import { type ReferenceDeps, requestedPartNo } from '../../masters/references.ts'
import { type DocumentQuery, type Restrictions, readDocumentPage } from './family/document-list.ts'
import {
  byLineNo,
  type Family,
  type Header,
  type Line,
  type PrepareResult,
  type References,
  type Unversioned,
} from './family/family.ts'
import { readDocument } from './find-document.ts'
import type { DocumentDeps } from './register-family.ts'

/** Query fields of lists of documents with items in warehouses. */
interface ListQuery extends DocumentQuery {
  readonly shortID?: string | undefined
  readonly warehouse?: number | undefined
}

/** Reads of a family: its list, one document, and the lines of one as a list. */
export function createReads<H extends Header, L extends Line, T, S, A>(
  deps: DocumentDeps,
  family: Family<H, L, T>,
  toHeader: (header: Unversioned<H>) => S,
  prepareResult: PrepareResult<H, L, A>,
) {
  const { connection, items, registries, pageIndexOf } = deps
  const source = family.headers.model(connection)
  const pageIndex = pageIndexOf(family.list)

  return {
    /** A page of what the caller may see; `partitioned` restricts fields of the list's partitions, `more` others. */
    async list(query: ListQuery, sectioned: Restrictions, context: CallContext, more: readonly object[] = []) {
      const { shortID, warehouse } = query
      const partNo = await requestedPartNo(items, { shortID }, context)
      const days = await registries.daysOf(warehouse)
      const { totalCount, found } = await readDocumentPage<H>(family.list, source, pageIndex, query, {
        days,
        sectioned: { ...sectioned, wids: warehouse === undefined ? undefined : [warehouse] },
        selective: { partNos: partNo },
        others: more,
        scope: warehouseScope(context.caller),
      })
      return toPage(found.map(toHeader), totalCount, query)
    },

    async get(number: string, context: CallContext): Promise<A> {
      const { header, lines } = await readDocument(connection, family, number, context)
      const toResult = await prepareResult({ partNos: header.partNos, wids: header.wids })
      return toResult(header, lines)
    },

    /** The lines of a document, each as it is stored and as it is returned. */
    async lines<F extends string, R extends LineResult<F>>(
      query: PageQuery,
      number: string,
      fields: readonly F[],
      prepare: (header: H) => ((line: L) => R) | Promise<(line: L) => R>,
      context: CallContext,
    ) {
      const { header, lines } = await readDocument(connection, family, number, context)
      return toLinePage(query, lines, await prepare(header), fields)
    },
  }
}

export const onlyOne = <V>(value: V | undefined): readonly V[] | undefined =>
  value === undefined ? undefined : [value]

/** A line as it is returned; it can be sorted by the fields. */
export type LineResult<F extends string> = Readonly<Record<F, SortValue>> & { readonly lineNo: number }

/**
 * A page of an order's lines, each as stored and as returned, by lineNo unless the query names another of the fields. An
 * order has few lines (MAX_LINES), so all of them are read and sorted here, also by what is not stored. Lines of
 * earlier versions have no `modified`.
 */
export function toLinePage<L extends { readonly modified?: Date }, F extends string, R extends LineResult<F>>(
  query: PageQuery,
  lines: readonly L[],
  toResult: (line: L) => R,
  fields: readonly F[],
) {
  const { field, direction } = requestedSort(query, fields) ?? { field: undefined, direction: 1 }
  const since = query.modifiedSince === undefined ? undefined : new Date(query.modifiedSince)
  const listed = lines
    .filter(({ modified }) => !since || (modified && modified >= since))
    .map((line) => ({ line, result: toResult(line) }))
  return toSortedPage(listed, ({ result }) => [field ? result[field] : null, result.lineNo], direction, query)
}

interface OrderedLine {
  readonly lineNo: number
  readonly shortID: string
  readonly partNo: number
  readonly units: StoredQuantity
  readonly wid: number
}

/** Describes lines as they are returned, with the names of what they refer to. `known` items are not read again. */
export async function createDescribeLine(
  { items, registries }: ReferenceDeps,
  { partNos, wids }: References,
  known: Iterable<ItemRecord> = [],
) {
  const byPartNo = new Map([...known].map((item) => [item._id, item]))
  const unknown = partNos.filter((partNo) => !byPartNo.has(partNo))
  for (const [partNo, item] of await items.findMany(unknown)) byPartNo.set(partNo, item)
  const warehouses = await registries.warehouses.namesOf(wids)
  return ({ lineNo, shortID, partNo, units, wid }: OrderedLine) => ({
    lineNo,
    shortID: byPartNo.get(partNo)?.shortID ?? shortID,
    description: byPartNo.get(partNo)?.description ?? '',
    units: toNumber(units),
    warehouse: wid,
    warehouseName: warehouses.get(wid) ?? '',
  })
}

/** Returns an order with its lines: what lines of all orders have, and `more` of this family's. */
export const resultWithLines =
  <H, L extends OrderedLine, A extends object, M extends object>(
    deps: ReferenceDeps,
    toHeader: (header: H) => A,
    more: (line: L) => M,
  ) =>
  async (references: References, known?: Iterable<ItemRecord>) => {
    const describe = await createDescribeLine(deps, references, known)
    return (header: H, lines: readonly L[]) => ({
      ...toHeader(header),
      lines: lines.toSorted(byLineNo).map((line) => ({ ...describe(line), ...more(line) })),
    })
  }
