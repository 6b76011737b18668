import type { ClientSession } from 'mongoose'
import { authorizeWarehouses, type WarehouseScope, warehouseScope } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { type PageQuery, requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import { type inventory, Transaction, withinScope } from '../../../../shared/contract/inventory/inventory.ts'
import { RequestDetails } from '../../../../shared/contract/inventory/records/records.ts'
import type { FindPastOperation } from '../../../../shared/database/idempotency/idempotency.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../../shared/database/page-index/read-indexed-page.ts'
import { warehouseVisibility } from '../../../../shared/database/page-index/visibility.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Items } from '../../masters/items.ts'
import { requestedPartNo } from '../../masters/references.ts'
import { anyOfIndexed, inScope } from '../../records/queries.ts'
import type { LedgerModel, LedgerRecord } from './ledger.model.ts'
import { toLedgerEntry, toLotIssues } from './ledger-entry.ts'

type Query = Input<(typeof inventory)['listTransactions']>

/** What transactions are sorted by, and where it is stored if not under its name. */
const sortable = Object.keys(
  Transaction.omit({ actorVerified: true, imported: true, reversedBy: true, amended: true, levels: true, lots: true })
    .shape,
)
const storedAs: Readonly<Record<string, string>> = {
  transactionNo: '_id',
  itemID: 'shortID',
  ...Object.fromEntries(Object.keys(RequestDetails.shape).map((field) => [field, `details.${field}`])),
}

/** The sort of a query in the database, newest first unless it names a field. */
export function ledgerSort(query: PageQuery) {
  const { field, direction } = requestedSort(query, sortable) ?? ({ field: 'at', direction: -1 } as const)
  return { field, direction, sort: { [storedAs[field] ?? field]: direction, _id: direction } }
}

const selective = ['partNo', 'lots.recNo', 'reference']

export function createLedger(ledger: LedgerModel, pageIndex: PageIndex, items: Items) {
  /** Entries as a caller may see them, with what took them back. */
  const toTransactions = async (
    found: readonly LedgerRecord[],
    scope: WarehouseScope,
    session: ClientSession | null = null,
  ) => {
    const numbers = found.map(({ _id }) => _id)
    const reversals = await ledger
      .find({ reverses: anyOfIndexed(numbers, 0) }, { reverses: 1 })
      .session(session)
      .lean()
    const reversedBy = new Map(reversals.map(({ _id, reverses }) => [reverses, _id]))
    return found.map((record) => {
      const reversal = reversedBy.get(record._id)
      return {
        ...withinScope(toLedgerEntry(record), scope),
        ...(reversal !== undefined && { reversedBy: reversal }),
      }
    })
  }

  return {
    /** A page of the entries that concern the caller's warehouses, newest first unless the query says otherwise. */
    async list(query: Query, context: CallContext) {
      const scope = warehouseScope(context.caller)
      const wanted = query.wid === undefined ? scope : [query.wid]
      const filters = toFilters(query, await requestedPartNo(items, query, context))
      const { field, direction, sort } = ledgerSort(query)
      const ordered = { filter: { ...inScope('wids', wanted), ...filters }, sort }
      const { totalCount, found } =
        field === 'at' && Object.keys(filters).length === 0
          ? await readIndexedPage<LedgerRecord>(
              ledger,
              pageIndex,
              { visibility: warehouseVisibility(wanted), ...ordered, direction },
              query,
            )
          : await readCountedPage<LedgerRecord>(ledger, { ...ordered, selective }, query)
      return toPage(await toTransactions(found, scope), totalCount, query)
    },

    /** The entries that changed a lot in a warehouse of the scope, oldest first, at most so many. */
    async ofLot(recNo: number, scope: WarehouseScope, most: number, session: ClientSession) {
      const found = await ledger
        .find({ 'lots.recNo': recNo })
        .where(inScope('wids', scope))
        .sort({ at: 1, _id: 1 })
        .limit(most)
        .session(session)
        .lean()
      const versionOf = ({ lots }: LedgerRecord) => lots.find((lot) => lot.recNo === recNo)?.after.version ?? 0
      const byVersion = found.toSorted((one, other) => versionOf(one) - versionOf(other))
      return toTransactions(byVersion, scope, session)
    },

    /** The issues from the lots in a warehouse of the scope, oldest first, of at most so many entries. */
    async issuesOf(recNos: readonly number[], scope: WarehouseScope, most: number, session: ClientSession) {
      const ofLots = ledger
        .find({ 'lots.recNo': anyOfIndexed(recNos, 0) })
        .where(inScope('wids', scope))
        .session(session)
      const issues = await ofLots.clone().where({ type: 'issue' }).sort({ at: 1, _id: 1 }).limit(most).lean()
      const numbers = issues.map(({ _id }) => _id)
      const reversals = await ofLots.where({ type: 'reverse', reverses: anyOfIndexed(numbers, 0) }).lean()
      return toLotIssues([...issues, ...reversals], new Set(recNos))
    },

    /** As it is stored. Throws 404 for an unknown number, 403 if it changed a warehouse outside the caller's scope. */
    async get(transactionNo: number, { caller }: CallContext): Promise<LedgerRecord> {
      const record = await ledger.findById(transactionNo).lean()
      if (!record) throw new AppError('not_found', `Transaction ${transactionNo} does not exist.`)
      for (const wid of record.wids)
        authorizeWarehouses({ access: 'client', effect: 'write', warehouses: ['wid'] }, { wid }, caller)
      return record
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>

/** Finds operations by id for ever, longer than their idempotency records are kept. */
export const createFindPastOperation =
  (ledger: LedgerModel): FindPastOperation =>
  async (operationId) => {
    const entry = await ledger.findOne({ operationId }, { type: 1, at: 1 }).lean()
    return entry
      ? { operation: `inventory.${entry.type}`, at: entry.at, result: `transaction ${entry._id}` }
      : undefined
  }

/** Filters besides warehouses; all that are given must match. */
function toFilters(query: Query, partNo: number | undefined) {
  const { recno, type, reasonCode, clientId, actor, reference, transactionNo: _id, from, to, modifiedSince } = query
  const given = { _id, partNo, type, reasonCode, clientId, actor, reference, 'lots.recNo': recno }
  const after = [from, modifiedSince].flatMap((moment) => (moment ? [{ at: { $gte: new Date(moment) } }] : []))
  const before = to ? [{ at: { $lte: new Date(to) } }] : []
  const times = [...after, ...before]
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(times.length > 0 && { $and: times }),
  }
}
