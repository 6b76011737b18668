import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { startStockWorld } from '../../stock-world.ts'
import { type CountWorld, startCountWorld } from './count-world.ts'

let world: CountWorld
beforeAll(async () => {
  world = await startCountWorld([], startStockWorld)
})
afterAll(() => world[Symbol.asyncDispose]())

async function prepare(input: Parameters<CountWorld['counter']['create']>[0] = {}) {
  const itemID = await world.newItem()
  await world.receive(itemID, 10)
  const { countNo } = await world.both.create({ items: [itemID], ...input })
  return { itemID, countNo }
}

test('bad input is refused, each with its own error', async () => {
  const { itemID, countNo } = await prepare({ spots: ['A-01'] })
  const other = await world.newItem()
  const refusal = (sent: Promise<unknown>) =>
    sent.then(
      () => 'done',
      ({ code, details }: { code: string; details?: object }) => [code, ...Object.keys(details ?? {})].join(' '),
    )
  const inOne = (await world.system.createClient({ warehouses: [2] })).call
  const line = { countNo, itemID, spot: 'A-01', counted: 1 }
  expect({
    unknown: await refusal(world.both.get('NO-SUCH-ONE')),
    negative: await refusal(world.both.count(countNo, itemID, 'A-01', -1)),
    spotOutside: await refusal(world.both.count(countNo, itemID, 'B-01', 1)),
    itemOutside: await refusal(world.both.count(countNo, other, 'A-01', 1)),
    lineOutside: await refusal(world.call(inventory.countLine, { countNo, lineNo: 9, counted: 1 })),
    nothingNamed: await refusal(world.call(inventory.countLine, { countNo, counted: 1 })),
    scope: await refusal(inOne(inventory.countLine, line)),
    createScope: await refusal(inOne(inventory.createCount, { wid: 1 })),
    counterApproves: await refusal(world.counter.approve(countNo)),
    approverCounts: await refusal(world.approver.count(countNo, itemID, 'A-01', 1)),
    sight: await refusal(world.counter.create({ blind: false })),
    taken: await refusal(world.both.create({ countNo, items: [itemID] })),
    noItem: await refusal(world.both.create({ items: ['NO-SUCH-ITEM'] })),
  }).toEqual({
    unknown: 'not_found',
    negative: 'validation_error counted',
    spotOutside: 'validation_error spot',
    itemOutside: 'validation_error itemID',
    lineOutside: 'validation_error lineNo',
    nothingNamed: 'validation_error itemID',
    scope: 'forbidden',
    createScope: 'forbidden',
    counterApproves: 'forbidden',
    approverCounts: 'forbidden',
    sight: 'forbidden',
    taken: 'conflict',
    noItem: 'validation_error items',
  })
})

test('a client of another warehouse reads and changes no count of this one', async () => {
  const { countNo, itemID } = await prepare()
  const { call } = await world.system.createClient({ warehouses: [2] })
  const refused = {
    get: call(inventory.getCount, { countNo }),
    line: call(inventory.countLine, { countNo, itemID, spot: 'A-01', counted: 1 }),
    submit: call(inventory.submitCount, { countNo }),
    post: call(inventory.postCount, { countNo, reasonIn: 10, reasonOut: 20 }),
    cancel: call(inventory.cancelCount, { countNo }),
  }
  const settled = await Promise.allSettled(Object.values(refused))
  expect(settled.map((sent) => sent.status === 'rejected' && sent.reason.code)).toEqual(Array(5).fill('forbidden'))
  expect((await call(inventory.listCounts, {})).totalCount).toBe(0)
  expect(await call(inventory.createCount, { wid: 2 })).toMatchObject({ wid: 2 })
  expect((await call(inventory.listCounts, {})).value).toMatchObject([{ wid: 2 }])
})

test('a client does not approve a large difference that it counted, another one does', async () => {
  const { itemID, countNo } = await prepare()
  await world.both.count(countNo, itemID, 'A-01', 9)
  await world.both.submit(countNo)
  await expect(world.both.approve(countNo)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await world.approver.approve(countNo)).toMatchObject({ status: 'Approved' })
  const same = await prepare()
  await world.both.count(same.countNo, same.itemID, 'A-01', 10)
  await world.both.submit(same.countNo)
  expect(await world.both.approve(same.countNo)).toMatchObject({ status: 'Approved' })
})

test('a blind count shows its counters no expected figure', async () => {
  const { itemID, countNo } = await prepare()
  const hidden = { expected: null, difference: null, value: null, overLimit: null, outcome: null, moved: null }
  const nothing = { ...hidden, transactionNo: null, transactions: [], blocked: '' }
  expect(await world.counter.count(countNo, itemID, 'A-01', 3)).toMatchObject(nothing)
  expect((await world.counter.get(countNo)).lines).toMatchObject([nothing])
  await world.settle(countNo)
  expect((await world.counter.get(countNo)).lines).toMatchObject([{ ...nothing, state: 'Posted' }])
  expect((await world.approver.get(countNo)).lines).toMatchObject([{ expected: 10, difference: -7 }])
  const seen = (await prepare({ blind: false })).countNo
  expect((await world.counter.get(seen)).lines).toMatchObject([{ expected: 10 }])
})

test('missing units that have gone block their line until there are as many; the other lines are posted', async () => {
  const { itemID, countNo } = await prepare()
  const other = await world.newItem()
  await world.receive(other, 5)
  const both = (await world.both.create({ items: [itemID, other] })).countNo
  await world.both.cancel(countNo)
  await world.counter.count(both, itemID, 'A-01', 5)
  await world.counter.count(both, other, 'A-01', 6)
  await world.issue(itemID, 8)
  expect(await world.settle(both)).toMatchObject({ status: 'Partial', postedLines: 1, blockedLines: 1 })
  const blocked = '5 units are missing, 2 can be taken. The others have gone since the line was counted.'
  expect((await world.approver.get(both)).lines).toContainEqual(
    expect.objectContaining({ shortID: itemID, state: 'Blocked', blocked }),
  )
  await world.receive(itemID, 4)
  expect(await world.approver.post(both)).toMatchObject({ status: 'Posted', postedLines: 2, blockedLines: 0 })
  expect([await world.spotsOf(itemID), await world.spotsOf(other)]).toEqual([{ 'A-01': 1 }, { 'A-01': 6 }])
})

test('a difference that an adjustment or another count has posted already is not posted again', async () => {
  const { itemID, countNo } = await prepare()
  const second = (await world.both.create({ items: [itemID] })).countNo
  for (const number of [countNo, second]) await world.counter.count(number, itemID, 'A-01', 8)
  await world.settle(countNo)
  expect(await world.settle(second)).toMatchObject({ status: 'Open', openLines: 1, postedLines: 0 })
  expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 8 })
  await world.counter.count(second, itemID, 'A-01', 8)
  expect(await world.settle(second)).toMatchObject({ status: 'Posted' })
  expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 8 })
})

test('a difference that a reversal has taken back already is not posted again', async () => {
  const { itemID, countNo } = await prepare()
  const adjusted = { itemID, wid: 1, spot: 'A-01', expected: 10, counted: 8, reasonCode: 20 }
  const { transactionNo } = await world.call(inventory.adjust, adjusted)
  await world.counter.count(countNo, itemID, 'A-01', 10)
  await world.call(inventory.reverse, { transactionNo: transactionNo ?? 0 })
  expect(await world.settle(countNo)).toMatchObject({ status: 'Open', openLines: 1, postedLines: 0 })
  await world.counter.count(countNo, itemID, 'A-01', 10)
  expect(await world.settle(countNo)).toMatchObject({ status: 'Posted' })
  expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 10 })
})

test('a reversal that leaves the units of a spot as they are has no line counted again', async () => {
  const { itemID, countNo } = await prepare()
  const [lot] = await world.lotsOf(itemID)
  const { transactionNo } = await world.call(inventory.hold, { recno: lot?.recNo ?? 0 })
  await world.counter.count(countNo, itemID, 'A-01', 9)
  await world.call(inventory.reverse, { transactionNo })
  expect(await world.settle(countNo)).toMatchObject({ status: 'Posted' })
})

test('stock that moved since the count is handled as the count says', async () => {
  const [refusing, recounting] = [await prepare({ ifMoved: 'refuse' }), await prepare({ ifMoved: 'recount' })]
  for (const { itemID, countNo } of [refusing, recounting]) {
    await world.counter.count(countNo, itemID, 'A-01', 9)
    await world.issue(itemID, 1)
    await world.counter.submit(countNo)
    await world.approver.approve(countNo)
  }
  await expect(world.approver.post(refusing.countNo)).rejects.toMatchObject({
    message: `Line 1 of count ${refusing.countNo} has moved since it was counted.`,
  })
  expect(await world.approver.post(recounting.countNo)).toMatchObject({ status: 'Open', openLines: 1 })
  for (const { itemID } of [refusing, recounting]) expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 9 })
})

test('a line that is blocked is not posted once its stock has moved, if the count refuses that', async () => {
  const { itemID, countNo } = await prepare({ ifMoved: 'refuse' })
  const { shortID: customer } = await world.call(inventory.createCustomer, {
    shortID: unique('CUST'),
    name: unique('Hanse'),
  })
  const lines = [{ lineNo: 1, units: 8 }]
  const { soNo } = await world.call(inventory.createShippingOrder, { customer, lines: [{ itemID, units: 8, wid: 1 }] })
  await world.call(inventory.packShippingOrder, { soNo, lines })
  await world.counter.count(countNo, itemID, 'A-01', 5)
  expect(await world.settle(countNo)).toMatchObject({ status: 'Partial', blockedLines: 1 })
  await world.call(inventory.unpackShippingOrder, { soNo, lines })
  await world.issue(itemID, 1)
  expect(await world.approver.post(countNo)).toMatchObject({ status: 'Partial', blockedLines: 1 })
  expect((await world.approver.get(countNo)).lines).toMatchObject([
    { state: 'Blocked', blocked: 'Stock has moved since it was counted.' },
  ])
  expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 9 })
})

test('a count is posted once by two requests at the same time', async () => {
  const { itemID, countNo } = await prepare()
  await world.counter.count(countNo, itemID, 'A-01', 7)
  await world.counter.submit(countNo)
  await world.approver.approve(countNo)
  const settled = await Promise.allSettled([world.approver.post(countNo), world.approver.post(countNo)])
  expect(settled.map(({ status }) => status)).toContain('fulfilled')
  expect(await world.entriesOf(countNo)).toMatchObject([{ type: 'issue', units: 3 }])
  expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 7 })
})

test('a request that has posted lines is not refused because the count is canceled meanwhile (R3)', async () => {
  const itemID = await world.newItem()
  const spots = Array.from({ length: 30 }, (_, index) => `S-${index}`)
  const lines = spots.map((spot) => ({ action: 'receive', itemID, units: 10, wid: 1, spot, reasonCode: 10 }))
  await world.call(inventory.batch, { mode: 'atomic', lines })
  const { countNo } = await world.both.create({ items: [itemID] })
  for (const spot of spots) await world.counter.count(countNo, itemID, spot, 7)
  await world.counter.submit(countNo)
  await world.approver.approve(countNo)
  const posting = world.approver.post(countNo)
  while ((await world.both.get(countNo)).postedLines === 0);
  await world.both.cancel(countNo).catch(() => undefined)
  const { postedLines } = await posting
  expect(await world.both.get(countNo)).toMatchObject({ status: 'Posted', postedLines })
  expect(await world.entriesOf(countNo)).toHaveLength(postedLines)
})

test('a count is posted once, by the same request and by another one', async () => {
  const { itemID, countNo } = await prepare()
  await world.counter.count(countNo, itemID, 'A-01', 12)
  await world.counter.submit(countNo)
  await world.approver.approve(countNo)
  const context = { operationId: unique('key'), hasClientKey: true }
  const post = (attempt: string) =>
    world.approver.call(inventory.postCount, { countNo, reasonIn: 10, reasonOut: 20 }, { ...context, attempt })
  expect(await post('two')).toEqual(await post('one'))
  await expect(world.approver.post(countNo)).rejects.toMatchObject({ message: `Count ${countNo} is Posted.` })
  expect(await world.entriesOf(countNo)).toHaveLength(1)
})

test('reconcile finds a posted line that the ledger does not explain', async () => {
  const { itemID, countNo } = await prepare()
  await world.counter.count(countNo, itemID, 'A-01', 12)
  await world.settle(countNo)
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI')).asPromise()
  onTestFinished(() => database.close())
  const lines = database.useDb(`${world.system.system}-inventory`).collection('countLines')
  const { matchedCount } = await lines.updateOne(
    { countNo },
    { $set: { counted: mongoose.Types.Decimal128.fromString('13') } },
  )
  expect(matchedCount).toBe(1)
  expect((await world.reconcile()).differences).toContainEqual({
    what: `posted of line 1 of count ${countNo}`,
    expected: '3',
    found: '2',
  })
})
