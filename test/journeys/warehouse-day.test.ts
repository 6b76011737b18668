import { createHash } from 'node:crypto'
import { Big } from 'big.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '../../shared/contract/core/access.ts'
import type { Params } from '../../shared/contract/core/operation.ts'
import { inventory, type Transaction } from '../../shared/contract/inventory/inventory.ts'
import { unique } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../support/system/system.ts'

type Arrival = Params<typeof inventory.receiveTransit>

const SOURCE = 1
const DESTINATION = 2

let system: TestSystem
/** The people who work there, each with the permissions and the warehouse of the work. */
let people: Record<'shipper' | 'receiver' | 'counter' | 'approver' | 'seller' | 'keeper', TestClient>
const [bolt, nut, washer, screw] = [unique('BOLT'), unique('NUT'), unique('WASHER'), unique('SCREW')]

beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'inventory', 'gateway'] })
  await registerBasics(system.call)
  const { itemMasterList, positiveAdjustment, negativeAdjustment, shipTransits, receiveTransits, amendLots } =
    permissions
  const clientIn = (wid: number, ...granted: number[]) =>
    system.createClient({ permissions: granted, warehouses: [wid] })
  people = {
    shipper: await clientIn(SOURCE, itemMasterList, shipTransits, positiveAdjustment, permissions.modifyItemMaster),
    receiver: await clientIn(DESTINATION, itemMasterList, receiveTransits),
    counter: await clientIn(DESTINATION, permissions.countStock),
    approver: await clientIn(DESTINATION, permissions.approveCounts),
    seller: await clientIn(DESTINATION, negativeAdjustment),
    keeper: await system.createClient({
      permissions: [itemMasterList, positiveAdjustment, negativeAdjustment, amendLots],
    }),
  }
})
afterAll(() => system?.[Symbol.asyncDispose]())

/** The response's body; the status must be the one that is expected. */
async function bodyOf<A extends { readonly status: number; readonly body: unknown }>(
  status: number,
  sent: Promise<A>,
): Promise<A['body']> {
  const answer = await sent
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body
}

const receive = (who: TestClient, itemID: string, units: number, more: object = {}) =>
  bodyOf(201, who.api.inventory.receive({ itemID, units, wid: DESTINATION, reasonCode: 10, ...more }))
const sell = (itemID: string, spot: string, units: number) =>
  bodyOf(200, people.seller.api.inventory.issue({ itemID, units, wid: DESTINATION, spot, reasonCode: 20 }))

/** Every record of a list, streamed as NDJSON; the end mark must fit. */
async function exported<R>(path: string): Promise<R[]> {
  const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${people.keeper.token}` }
  const text = await (await fetch(`${system.url}${path}`, { headers })).text()
  const lines = text.trimEnd().split('\n')
  const records = lines.slice(0, -1)
  const sha256 = createHash('sha256')
    .update(records.map((line) => `${line}\n`).join(''))
    .digest('hex')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: true, count: records.length, sha256 })
  return records.map((line) => JSON.parse(line))
}

/** Units by item, warehouse and spot, of what is in stock. */
async function spots(): Promise<Record<string, number>> {
  const lots = await exported<{ shortID: string; wID: number; spot: string; units: number }>('/Inventory')
  const sums = createSums()
  for (const { shortID, wID, spot, units } of lots) sums.add(`${shortID} ${wID} ${spot}`, units)
  return sums.all()
}

test('stock is moved in two partial receipts, counted blind while it is sold, adjusted and amended, and the ledger explains every unit', async () => {
  const { shipper, receiver, counter, approver, keeper } = people
  for (const shortID of [bolt, nut, washer, screw]) await bodyOf(201, shipper.api.catalog.createItem({ shortID }))
  const facts = { wid: SOURCE, spot: 'DOCK', serial: 'HEAT-7', price: 2, expires: '2031-01-31' }
  const { recNo: origin } = await receive(shipper, bolt, 100, facts)
  await receive(shipper, nut, 40, { wid: SOURCE, spot: 'DOCK' })
  await receive(keeper, washer, 8, { spot: 'E-05' })

  // 60 bolts and 20 nuts are sent; 45 bolts arrive in good condition, 5 are rejected, 10 are lost.
  const lines = [
    { itemID: bolt, units: 60 },
    { itemID: nut, units: 20 },
  ]
  const { slip } = await bodyOf(201, shipper.api.inventory.shipTransit({ wid: SOURCE, shipToWid: DESTINATION, lines }))
  const arrive = (status: number, ...received: Arrival['lines']) =>
    bodyOf(status, receiver.api.inventory.receiveTransit({ slip, lines: received }))
  const rejected = { rejected: 5, reasonCode: 20, rejectedSpot: 'Q' }
  expect(await arrive(200, { lineNo: 1, accepted: 25, spot: 'E-01', ...rejected })).toMatchObject({ status: 'Partial' })
  expect(await arrive(409, { lineNo: 1, accepted: 31 })).toMatchObject({
    message: `Transit ${slip} line 1: in transit 30, receiving 31.`,
  })
  await arrive(200, { lineNo: 1, accepted: 20, spot: 'E-02' }, { lineNo: 2, accepted: 20, spot: 'E-03' })
  expect(await bodyOf(200, receiver.api.inventory.closeTransit({ slip, reasonCode: 20 }))).toMatchObject({
    status: 'Closed',
    lines: [
      { shipped: 60, accepted: 45, rejected: 5, returned: 0, lost: 10, inTransit: 0 },
      { shipped: 20, accepted: 20, lost: 0, inTransit: 0 },
    ],
  })
  const { descendants } = await bodyOf(200, keeper.api.inventory.traceLot({ recno: origin }))
  expect(descendants.map(({ spot, units }) => [spot, units]).toSorted()).toEqual([
    // What was lost.
    ['', 0],
    ['E-01', 25],
    ['E-02', 20],
    ['Q', 5],
  ])

  // Of the bolts at E-01, 4 lie at E-02; the washers are gone; 6 screws are there that nobody knows of.
  const { countNo } = await bodyOf(201, counter.api.inventory.createCount({ wid: DESTINATION }))
  const blind = { expected: null, difference: null, outcome: null, transactionNo: null }
  const count = async (itemID: string, spot: string, counted: number) =>
    expect(await bodyOf(200, counter.api.inventory.countLine({ countNo, itemID, spot, counted }))).toMatchObject(blind)
  await sell(bolt, 'E-01', 2)
  await count(bolt, 'E-01', 19)
  await sell(bolt, 'E-01', 3)
  await count(bolt, 'E-02', 24)
  await sell(bolt, 'E-02', 1)
  await count(bolt, 'Q', 5)
  await count(nut, 'E-03', 20)
  await count(washer, 'E-05', 0)
  await count(screw, 'E-06', 6)
  await sell(nut, 'E-03', 5)
  await bodyOf(200, counter.api.inventory.submitCount({ countNo }))
  await bodyOf(403, counter.api.inventory.approveCount({ countNo }))
  await bodyOf(200, approver.api.inventory.approveCount({ countNo }))
  await sell(bolt, 'E-02', 1)
  const post = { countNo, reasonIn: 10, reasonOut: 20 }
  expect(await bodyOf(200, approver.api.inventory.postCount(post))).toMatchObject({ status: 'Posted', postedLines: 6 })
  expect(await bodyOf(409, approver.api.inventory.postCount(post))).toMatchObject({
    message: `Count ${countNo} is Posted.`,
  })
  const counted = await bodyOf(200, approver.api.inventory.getCount({ countNo }))
  const outcomes = counted.lines.map(({ shortID, spot, difference, outcome }) => [shortID, spot, difference, outcome])
  expect(outcomes).toEqual(
    expect.arrayContaining([
      [bolt, 'E-01', -4, 'wrongSpot'],
      [bolt, 'E-02', 4, 'wrongSpot'],
      [bolt, 'Q', 0, 'match'],
      [nut, 'E-03', 0, 'match'],
      [washer, 'E-05', -8, 'missing'],
      [screw, 'E-06', 6, 'found'],
    ]),
  )

  const adjustment = { itemID: nut, wid: DESTINATION, spot: 'E-03', counted: 14, reasonCode: 20 }
  const adjust = (expected: number) => keeper.api.inventory.adjust({ ...adjustment, expected })
  expect(await bodyOf(409, adjust(20))).toMatchObject({ message: 'Expected 20, is 15.' })
  await bodyOf(200, adjust(15))
  const { body: found } = await keeper.api.inventory.listLots({ itemID: screw })
  const recno = found.value[0]?.recNo ?? 0
  expect(await bodyOf(200, keeper.api.inventory.amend({ recno, price: 0.4 }))).toMatchObject({
    amended: [{ field: 'price', before: null, after: 0.4 }],
  })

  const there = {
    [`${bolt} 1 DOCK`]: 40,
    [`${nut} 1 DOCK`]: 20,
    [`${bolt} 2 E-01`]: 16,
    [`${bolt} 2 E-02`]: 22,
    [`${bolt} 2 Q`]: 5,
    [`${nut} 2 E-03`]: 14,
    [`${screw} 2 E-06`]: 6,
  }
  expect(await spots()).toEqual(there)
  await explain(there)
  expect(await system.call(inventory.reconcile, {})).toMatchObject({ differences: [] })
})

/** Adds up the ledger as it was exported: levels and lots must be what its entries say, and so must the units of each kind of work. */
async function explain(there: Readonly<Record<string, number>>): Promise<void> {
  const ledger = await exported<Transaction>('/Inventory/Transactions')
  const [levels, lots, work] = [createSums(), createSums(), createSums()]
  for (const { itemID, type, units, levels: figures, lots: steps } of ledger) {
    work.add(`${itemID} ${type}`, units)
    for (const { wid, figure, units: by } of figures) levels.add(`${itemID} ${wid} ${figure}`, by)
    for (const { recNo, unitsBefore, unitsAfter } of steps) lots.add(String(recNo), Big(unitsAfter).minus(unitsBefore))
  }
  expect(work.of(bolt)).toEqual({ receive: 100, ship: 60, accept: 45, reject: 5, lose: 10, issue: 7, move: 4 })
  expect(work.of(nut)).toEqual({ receive: 40, ship: 20, accept: 20, issue: 6 })
  expect(work.of(washer)).toEqual({ receive: 8, issue: 8 })
  expect(work.of(screw)).toMatchObject({ receive: 6 })

  const stored = createSums()
  for (const { recNo, units } of await exported<{ recNo: number; units: number }>('/Inventory'))
    stored.add(String(recNo), units)
  expect(lots.all()).toEqual(stored.all())
  const inStock = createSums()
  for (const [cell, units] of Object.entries(there))
    inStock.add(`${cell.split(' ').slice(0, 2).join(' ')} inStock`, units)
  inStock.add(`${bolt} 2 onHold`, 5)
  expect(levels.all()).toEqual(inStock.all())
}

/** Exact sums by name, without sums of 0. */
function createSums() {
  const sums = new Map<string, Big>()
  const all = () =>
    Object.fromEntries([...sums].filter(([, sum]) => !sum.eq(0)).map(([name, sum]) => [name, Number(sum)]))
  return {
    add: (name: string, by: Big | number) => sums.set(name, (sums.get(name) ?? Big(0)).plus(by)),
    all,
    /** Those of an item, by the rest of their names. */
    of: (itemID: string) =>
      Object.fromEntries(
        Object.entries(all()).flatMap(([name, sum]) =>
          name.startsWith(`${itemID} `) ? [[name.slice(itemID.length + 1), sum]] : [],
        ),
      ),
  }
}
