import { expect, test } from 'vitest'
import type { FeedChange } from '../../../services/reporting/history/history.ts'
import { openOrders } from '../../../services/reporting/reports/open-purchase-orders.ts'
import { DOCUMENTS_CHANGED, type DocumentPayload } from '../../../shared/contract/notifications/document-payload.ts'
import { MAX_LINES } from '../../../shared/contract/orders/order-fields.ts'
import { deriveHistory } from './report-world.ts'

const ORDER = { family: 'purchase', number: 'PO-1' } as const
const DAY_MS = 86_400_000
const dayAfter = (days: number) => new Date(Date.parse('2026-01-01T10:00:00Z') + days * DAY_MS)

const header = (version: number, due: Date): DocumentPayload['orders'][number] => ({
  ...{ ...ORDER, version, party: 'Stahl AG', ordered: dayAfter(0).toISOString() },
  due: due.toISOString(),
})

const lines = (count: number): DocumentPayload['lines'] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ ...ORDER, lineNo: index + 1, version: 1, partNo: 1, shortID: 'BOLT', wid: 1 },
    ...{ units: 5, done: 0, open: 5, price: 2 },
  }))

/** A feed of these facts, one change on each day. */
const toFeed = (payload: readonly Partial<DocumentPayload>[]): FeedChange[] =>
  payload.map((data, index) => ({
    ...{ sequence: index + 1, type: DOCUMENTS_CHANGED, at: dayAfter(index) },
    data: { orders: [], lines: [], counted: [], ...data },
  }))

const made = (count: number) => ({ orders: [header(1, dayAfter(20))], lines: lines(count) })

test('lines of an order get another state only if what they have of the order changes', async () => {
  const versions = [2, 3, 4].map((version) => ({ orders: [header(version, dayAfter(20))] }))
  const { connection, ask } = await deriveHistory(toFeed([made(2), ...versions, { orders: [header(5, dayAfter(40))] }]))
  const states = await connection.collection('purchaseLineStates_1').find().toArray()
  expect(states.map(({ lineNo, sequence, untilSequence }) => [lineNo, sequence, untilSequence])).toEqual([
    [1, 1, 5],
    [2, 1, 5],
  ])
  const due = async (asOf: string) => (await ask(openOrders, { asOf })).map(({ expectedDate }) => expectedDate)
  expect(await due('2026-01-04')).toEqual([dayAfter(20).toISOString(), dayAfter(20).toISOString()])
  expect(await due('2026-01-05')).toEqual([dayAfter(40).toISOString(), dayAfter(40).toISOString()])
})

test('many changes of a long order take several pages, none with more lines than fit into memory', async () => {
  const moved = Array.from({ length: 24 }, (_, index) => ({ orders: [header(index + 2, dayAfter(100 + index))] }))
  const feed = toFeed([made(MAX_LINES), ...moved])
  const { history, connection, ask } = await deriveHistory(feed)
  const states = connection.collection('purchaseLineStates_1')
  expect(await states.countDocuments()).toBe(24 * MAX_LINES)
  expect(await ask(openOrders, { asOf: '2026-03-01' })).toHaveLength(MAX_LINES)
  const again = toFeed([...Array(30).keys()].map((index) => ({ orders: [header(50 + index, dayAfter(index))] })))
  const page = await history.derive(again)
  expect(page.changes).toEqual(again.slice(0, 10))
})
