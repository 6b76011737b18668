import { expect } from 'vitest'
import type { z } from 'zod'
import type { DerivedPage } from '../../../services/reporting/history/derived-page.ts'
import type { FeedChange, Moment } from '../../../services/reporting/history/history.ts'
import { createHistory } from '../../../services/reporting/history-of.ts'
import type { Report } from '../../../services/reporting/reports/report.ts'
import type { WarehouseScope } from '../../../shared/contract/core/access.ts'
import { createDays } from '../../../shared/contract/dates/days.ts'
import { inventory, type LedgerEntry } from '../../../shared/contract/inventory/inventory.ts'
import type { FeedType } from '../../../shared/contract/notifications/changes.ts'
import { DOCUMENTS_CHANGED, type DocumentPayload } from '../../../shared/contract/notifications/document-payload.ts'
import type { ReportDeclaration } from '../../../shared/contract/reports/reporting.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import { unique } from '../../support/records/factories.ts'
import { aDatabase, connectDatabase } from '../../support/servers/database.ts'
import { startStockWorld } from '../inventory/stock-world.ts'

const TIMEOUT_MS = 60_000
export const HOUR_MS = 3_600_000

interface StoredChange {
  readonly _id: number
  readonly type: FeedType
  readonly at: Date
  readonly data: unknown
}

interface StoredLine {
  readonly poNo?: string
  readonly soNo?: string
  readonly lineNo: number
  readonly version: number
}

export const isOfStock = (change: FeedChange): change is FeedChange & { readonly data: LedgerEntry } =>
  change.type.startsWith('inventory.')

/** The feed of a system, once every entry of the ledger is in it. */
async function feedOf(system: string) {
  const ledger = (await connectDatabase(`${system}-inventory`)).collection('ledger')
  const feed = (await connectDatabase(`${system}-notifications`)).collection<StoredChange>('changes')
  const count = await ledger.countDocuments()
  const isComplete = async () => (await feed.countDocuments({ type: /^inventory\./ })) === count
  await expect.poll(isComplete).toBe(true)
  return feed
}

async function readAll(feed: Awaited<ReturnType<typeof feedOf>>): Promise<FeedChange[]> {
  const found = await feed.find().sort({ _id: 1 }).toArray()
  return found.map(({ _id: sequence, type, at, data }) => ({ sequence, type, at, data }))
}

/** All entries of a system's ledger as changes, one after the other as they were made. */
export async function readEntries(system: string): Promise<(FeedChange & { readonly data: LedgerEntry })[]> {
  const entries = (await readAll(await feedOf(system))).filter(isOfStock)
  return entries
    .toSorted((one, other) => one.data.transactionNo - other.data.transactionNo)
    .map((change, index) => ({ ...change, sequence: index + 1 }))
}

/** A stock world whose feed is read as it is stored, and reports of histories that are derived from it or from parts of it. */
export async function startReportWorld() {
  const world = await startStockWorld(['notifications'], { allocator: 'off' })
  const { system } = world.system
  const { call } = world
  const vendor = (await call(inventory.createVendor, { shortID: unique('V'), name: 'Stahl AG' })).shortID
  const customer = (await call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })).shortID

  /** Lines of orders whose last version the feed does not contain yet. */
  const countUntold = async (included: readonly DocumentPayload[]) => {
    const stored = await connectDatabase(`${system}-inventory`)
    const versions = new Map<string, number>()
    for (const { number, lineNo, version } of included.flatMap(({ lines }) => lines)) {
      const line = `${number}/${lineNo}`
      versions.set(line, Math.max(version, versions.get(line) ?? 0))
    }
    const lines = [
      ...(await stored.collection<StoredLine>('purchaseOrderLines').find().toArray()),
      ...(await stored.collection<StoredLine>('shippingOrderLines').find().toArray()),
    ]
    return lines.filter(({ poNo, soNo, lineNo, version }) => versions.get(`${poNo ?? soNo}/${lineNo}`) !== version)
      .length
  }

  /** All changes until now, once every entry of the ledger and every version of orders' lines is among them. */
  const readFeed = async (): Promise<FeedChange[]> => {
    const feed = await feedOf(system)
    const payload = () => feed.find({ type: DOCUMENTS_CHANGED }).toArray()
    await expect.poll(async () => countUntold((await payload()).map(({ data }) => data as DocumentPayload))).toBe(0)
    return readAll(feed)
  }

  /** The history of an item, in the sequence of its transactions: the first on a day, the others so many days after it. */
  const historyOf = async (itemID: string, first: string, daysAfter: readonly number[]) => {
    const feed = await readFeed()
    const ofItem = feed
      .filter((change): change is FeedChange & { data: { itemID: string; transactionNo: number } } => isOfStock(change))
      .filter(({ data }) => data.itemID === itemID)
      .toSorted((one, other) => one.data.transactionNo - other.data.transactionNo)
    expect(ofItem).toHaveLength(daysAfter.length)
    const numbered = ofItem.map((change, index) => ({ ...change, sequence: index + 1 }))
    return deriveHistory(
      happeningAt(numbered, (sequence) => new Date(Date.parse(first) + (daysAfter[sequence - 1] ?? 0) * 86_400_000)),
    )
  }

  return { ...world, vendor, customer, readFeed, historyOf, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}
export type ReportWorld = Awaited<ReturnType<typeof startReportWorld>>

export interface AskOptions {
  /** The end of the feed by default. */
  readonly now?: Moment
  readonly scope?: WarehouseScope
  readonly timeZone?: string
}

/** A history of changes, in pages of `pageSize` of which each is derived before the last one is written; and its reports. */
export async function deriveHistory(changes: readonly FeedChange[], pageSize = 500) {
  const connection = await connectDatabase(aDatabase(), { socketTimeoutMs: TIMEOUT_MS })
  const history = createHistory(connection, 1)
  await history.prepare()
  const write = (page: DerivedPage) =>
    inTransaction(connection, Date.now() + TIMEOUT_MS, (session) => page.write(session))
  let last: DerivedPage | undefined
  for (let start = 0; start < changes.length; start += last?.changes.length ?? 0) {
    const page = await history.derive(changes.slice(start, start + pageSize), last)
    if (last) await write(last)
    last = page
  }
  if (last) await write(last)
  const end: Moment = { sequence: changes.at(-1)?.sequence ?? 0, at: new Date('9999-01-01') }
  return {
    connection,
    history,
    async ask<D extends ReportDeclaration>(report: Report<D>, input: object = {}, options: AskOptions = {}) {
      const { now = end, scope = 'all', timeZone = 'UTC' } = options
      // Which parameters and rows a report has is known from its declaration.
      const query = report.declaration.parameters.parse(input) as z.output<D['parameters']>
      const rows: z.output<D['row']>[] = []
      for await (const row of report.rows(history, { query, now, scope, days: createDays(timeZone) }))
        rows.push(report.declaration.row.parse(row) as z.output<D['row']>)
      return rows
    },
  }
}
export type DerivedHistory = Awaited<ReturnType<typeof deriveHistory>>

/** The same changes, of which each happened at the moment that is given for its sequence. */
export const happeningAt = (changes: readonly FeedChange[], momentOf: (sequence: number) => Date): FeedChange[] =>
  changes.map((change) => ({ ...change, at: momentOf(change.sequence) }))
