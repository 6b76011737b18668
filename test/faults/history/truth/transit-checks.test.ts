import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { toQuantity, toStored } from '../../../../shared/quantity.ts'
import { startTransitWorld, type TransitWorld } from '../../../services/inventory/documents/transit/transit-world.ts'
import { startStockWorld } from '../../../services/inventory/stock-world.ts'
import { serverUrl } from '../../../support/servers/server-url.ts'
import { type Books, readBooks } from '../books.ts'
import type { Intent } from '../history.ts'
import { checkReservations } from '../reservations.ts'
import { compareStock } from '../stock-sums.ts'
import { checkDocuments } from './document-truth.ts'
import { checkTransits } from './transit-truth.ts'

let world: TransitWorld
let books: Books
let slip: string
beforeAll(async () => {
  world = await startTransitWorld(startStockWorld)
  const { itemID } = await world.anItemWith(20)
  slip = (await world.ship([9, 4].map((units) => ({ itemID, units })))).slip
  await world.receiveOf(slip, [{ lineNo: 1, accepted: 3, rejected: 1, reasonCode: 20 }])
  await world.giveBack(slip, [{ lineNo: 1, units: 1 }])
  const lost = await world.ship([{ itemID, units: 2 }])
  await world.close(lost.slip)
  books = await readBooks(serverUrl('MONGODB_URI'), world.system.system)
})
afterAll(() => world?.[Symbol.asyncDispose]())

const stored = (units: number) => toStored(toQuantity(units))
const findingsOf = (changes: Partial<Books>, intents: readonly Intent[] = []) => {
  const changed = { ...books, ...changes }
  return [
    ...checkDocuments(changed),
    ...checkTransits(intents, changed),
    ...checkReservations(changed),
    ...compareStock(changed),
  ].map(({ what }) => what)
}
const line = (changes: Partial<Books['transitLines'][number]>) => ({
  transitLines: books.transitLines.map((one) => (one.slip === slip && one.lineNo === 1 ? { ...one, ...changes } : one)),
})
const ofSlip = (changes: Partial<Books['transits'][number]>) => ({
  transits: books.transits.map((one) => (one._id === slip ? { ...one, ...changes } : one)),
})
const lotsInTransit = (changes: Partial<Books['lots'][number]>) => ({
  lots: books.lots.map((lot) => (lot.transit ? { ...lot, ...changes } : lot)),
})

test('transits that agree with lots, levels and ledger give no finding', () => {
  expect(findingsOf({})).toEqual([])
})

test.each<[string, () => Partial<Books>, RegExp]>([
  ['units of a line do not add up', () => line({ lost: stored(1) }), /line 1 of .*: 9 shipped are not/],
  ['more was accepted than the ledger has', () => line({ accepted: stored(4) }), /accepted of line 1/],
  ['more was returned than the ledger has', () => line({ returned: stored(2) }), /returned of line 1/],
  ['less is in transit than the lots hold', () => line({ inTransit: stored(3) }), /inTransit of line 1/],
  ['the aSN figure is not what is in transit', () => line({ inTransit: stored(3) }), /aSN of item/],
  ['a lot in transit has lost its slip', () => lotsInTransit({ transit: null }), /inTransit of line/],
  ['what is in transit counts in stock', () => lotsInTransit({ transit: null }), /inStock of item/],
  ['a slip has another status', () => ofSlip({ status: 'Received' }), /is Received, its lines say Partial/],
  ['a slip lacks a line', () => ofSlip({ totalLines: 3 }), /has 2 lines/],
  [
    'an entry of the ledger is gone',
    () => ({ ledger: books.ledger.filter(({ type }) => type !== 'lose') }),
    /lost of line/,
  ],
])('it is found that %s', (_, change, finding) => {
  expect(findingsOf(change())).toContainEqual(expect.stringMatching(finding))
})

test.each([
  [201, { slip: 'TR-GONE' }, 'acknowledged and not there'],
  [409, { code: 'conflict' }, 'refused and there'],
])('it is found that a transit whose shipping was answered %i is not or is there', (status, answer, finding) => {
  const made = { requestId: 'request', start: 0, end: 1, status, failure: undefined, replayed: false }
  const attempts = [{ ...made, text: JSON.stringify(answer) }]
  const client = { clientId: 'client', token: '' }
  const shipment = { operation: inventory.shipTransit, client, key: undefined, input: { slip }, attempts }
  expect(findingsOf({}, [shipment])).toEqual([expect.stringContaining(finding)])
})
