import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { toQuantity, toStored } from '../../../../shared/quantity.ts'
import { type CountWorld, startCountWorld } from '../../../services/inventory/documents/count/count-world.ts'
import { startStockWorld } from '../../../services/inventory/stock-world.ts'
import { serverUrl } from '../../../support/servers/server-url.ts'
import { type Books, readBooks } from '../books.ts'
import type { Intent } from '../history.ts'
import { checkResponses } from '../responses.ts'
import { checkCounts } from './count-truth.ts'
import { checkDocuments } from './document-truth.ts'

let world: CountWorld
let books: Books
let countNo: string
let adjustment: Pick<Intent, 'operation' | 'input'> & { readonly answer: object }
beforeAll(async () => {
  world = await startCountWorld(['notifications'], startStockWorld)
  const itemID = await world.newItem()
  await world.receive(itemID, 10)
  await world.receive(itemID, 4, { spot: 'B-01' })
  await world.receive(itemID, 1, { spot: 'C-01' })
  countNo = (await world.both.create({ items: [itemID] })).countNo
  await world.counter.count(countNo, itemID, 'A-01', 7)
  await world.counter.count(countNo, itemID, 'B-01', 5)
  await world.counter.submit(countNo, 'skip')
  await world.approver.approve(countNo)
  await world.approver.post(countNo)
  const input = { itemID, wid: 1, spot: 'B-01', expected: 5, counted: 3, reasonCode: 20 }
  adjustment = { operation: inventory.adjust, input, answer: await world.call(inventory.adjust, input) }
  const readUntilComplete = async () => {
    books = await readBooks(serverUrl('MONGODB_URI'), world.system.system)
    expect(books.changes.map(({ type }) => type)).toContain('count.posted')
  }
  await vi.waitFor(readUntilComplete, { timeout: 30_000 })
}, 90_000)
afterAll(() => world?.[Symbol.asyncDispose]())

const stored = (units: number) => toStored(toQuantity(units))
const findingsOf = (changes: Partial<Books>, intents: readonly Intent[] = []) => {
  const changed = { ...books, ...changes }
  return [...checkDocuments(changed), ...checkCounts(intents, changed)].map(({ what }) => what)
}
const line = (lineNo: number, changes: Partial<Books['countLines'][number]>) => ({
  countLines: books.countLines.map((one) => (one.lineNo === lineNo ? { ...one, ...changes } : one)),
})
const count = (changes: Partial<Books['counts'][number]>) => ({
  counts: books.counts.map((one) => ({ ...one, ...changes })),
})
const entries = (type: string, changes: Partial<Books['ledger'][number]>) => ({
  ledger: books.ledger.map((one) => (one.type === type && one.reference === countNo ? { ...one, ...changes } : one)),
})
const withCopy = () => {
  const [copied] = books.ledger.filter(({ type, reference }) => type === 'issue' && reference === countNo)
  return { ledger: copied ? [...books.ledger, { ...copied, _id: 4_711 }] : [] }
}
const intent = (of: Pick<Intent, 'operation' | 'input'>, status: number, answer: object): Intent => {
  const made = { requestId: 'request', start: 0, end: 1, status, failure: undefined, replayed: false }
  return {
    ...of,
    client: { clientId: 'client', token: '' },
    key: undefined,
    attempts: [{ ...made, text: JSON.stringify(answer) }],
  }
}

test('counts and adjustments that agree with the ledger and the responses give no finding', () => {
  expect(findingsOf({}, [intent(adjustment, 200, adjustment.answer)])).toEqual([])
  expect(books.countLines.map(({ state }) => state).toSorted()).toEqual(['Posted', 'Posted', 'Skipped'])
})

test.each<[string, () => Partial<Books>, RegExp]>([
  ['more is missing than was posted', () => line(1, { counted: stored(6) }), /line 1 .* differs by -4, .* posted -3/],
  ['a line that is not posted has entries', () => line(1, { state: 'Counted' }), /line 1 .* differs by 0/],
  ['a line names a transaction that is not there', () => line(3, { transactions: [4_712] }), /line 3 .* not there/],
  ['a line names a transaction of another count', () => entries('move', { reference: 'CC-0' }), /not its own/],
  ['a difference was posted twice', withCopy, /transaction 4711 of .* is named by 0 lines/],
  ['both lines of a move name it, one alone does not', () => line(2, { transactions: [] }), /is named by 1 lines/],
  ['a count has ended before its lines', () => line(3, { state: 'Open' }), /is Posted, and line 3 is Open/],
  ['a count says another number of posted lines', () => count({ postedLines: 3 }), /has 2 postedLines/],
  ['a count lacks a line', () => count({ totalLines: 4 }), /has 3 lines/],
  ['the end of a count is not in the feed', () => ({ changes: [] }), /was posted 0 times/],
  [
    'the feed has the end of a count twice',
    () => ({ changes: [...books.changes, ...books.changes] }),
    /posted 2 times/,
  ],
  ['a count that is open has ended in the feed', () => count({ status: 'Open' }), /is Open, and was posted 1 times/],
])('it is found that %s', (_, change, finding) => {
  expect(findingsOf(change())).toContainEqual(expect.stringMatching(finding))
})

test.each<[string, () => Intent, string]>([
  [
    'a count is not there',
    () => intent({ operation: inventory.createCount, input: {} }, 201, { countNo: 'CC-GONE' }),
    'acknowledged and not there',
  ],
  [
    'a refused count is there',
    () => intent({ operation: inventory.createCount, input: { countNo } }, 409, {}),
    'refused and there',
  ],
  [
    'a counted line is not there',
    () => intent({ operation: inventory.countLine, input: { countNo } }, 200, { lineNo: 9 }),
    'acknowledged and not there',
  ],
  [
    'an adjustment is not in the ledger',
    () => intent(adjustment, 200, { transactionNo: 4_713 }),
    'is not its difference',
  ],
  ['an adjustment has no entry', () => intent(adjustment, 200, { transactionNo: null }), 'is not its difference'],
  [
    'an adjustment has other units',
    () => intent({ ...adjustment, input: { ...adjustment.input, counted: 2 } }, 200, adjustment.answer),
    'is not its difference',
  ],
])('it is found that %s', (_, make, finding) => {
  expect(findingsOf({}, [make()])).toEqual([expect.stringContaining(finding)])
})

test('a count is posted in parts: entries under several ids are no repetition, and an entry of another type is found', () => {
  const input = { countNo }
  const [first] = books.ledger.filter(({ reference }) => reference === countNo)
  const post = intent({ operation: inventory.postCount, input }, 200, {})
  const ofPost = books.ledger
    .filter(({ reference }) => reference === countNo)
    .map((entry, index) => ({ ...entry, requestId: 'request', operationId: `count:${index}` }))
  expect(ofPost.length).toBeGreaterThan(1)
  expect(checkResponses([post], ofPost)).toEqual([])
  const held = first ? [{ ...first, requestId: 'request', type: 'hold' as const }] : []
  expect(checkResponses([post], held)).toMatchObject([{ promise: 'R1' }])
})

test('what a loss takes back of promises belongs to the request that found it, and something else taken back does not', () => {
  const made = intent(adjustment, 200, adjustment.answer)
  const [entry] = books.ledger.filter(
    ({ _id }) => 'transactionNo' in adjustment.answer && _id === adjustment.answer.transactionNo,
  )
  if (!entry) throw new Error('The adjustment has no entry')
  const takenBack = (remark: string) => {
    const { operationId: _, ...other } = entry
    return [
      { ...entry, requestId: 'request' },
      { ...other, requestId: 'request', _id: 9_000, type: 'unreserve' as const, remark },
    ]
  }
  for (const remark of ['Backordered: lost', 'Released: lost'])
    expect(checkResponses([made], takenBack(remark))).toEqual([])
  expect(checkResponses([made], takenBack(''))).toMatchObject([{ promise: 'R1' }])
})
