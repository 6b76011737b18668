import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type CountWorld, startCountWorld } from './count-world.ts'

let world: CountWorld
beforeAll(async () => {
  world = await startCountWorld()
})

const conflict = (message: string) => ({ code: 'conflict', message })

/** An item with 10 units at A-01 and 4 at B-01, and a count of it. */
async function prepare(input: Parameters<CountWorld['counter']['create']>[0] = {}) {
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 10, { price: 2 })
  await world.receive(itemID, 4, { spot: 'B-01' })
  const { countNo } = await world.counter.create({ items: [itemID], ...input })
  const count = (spot: string, units: number) => world.counter.count(countNo, itemID, spot, units)
  return { itemID, partNo, countNo, count }
}

describe('A count', () => {
  test('begins with what the books have, and ends with what was counted', async () => {
    const { itemID, partNo, countNo, count } = await prepare({ assignee: 'Ann' })
    expect(countNo).toMatch(/^CC-\d{5}$/)
    expect(await world.approver.get(countNo)).toMatchObject({
      ...{ wid: 1, warehouseName: 'Warehouse 1', status: 'Open', blind: true, ifMoved: 'difference' },
      ...{ assignee: 'Ann', items: [itemID], spots: null, maxUnits: 0, totalLines: 2, openLines: 2 },
      lines: [
        { lineNo: 1, shortID: itemID, spot: 'A-01', state: 'Open', expected: 10, counted: null, difference: null },
        { lineNo: 2, spot: 'B-01', expected: 4, outcome: null },
      ],
    })
    await count('A-01', 7)
    await count('B-01', 4)
    expect(await world.approver.get(countNo)).toMatchObject({
      openLines: 0,
      lines: [
        { counted: 7, difference: -3, value: -6, outcome: 'less', overLimit: true, countedBy: world.counter.clientId },
        { counted: 4, difference: 0, outcome: 'match', overLimit: false },
      ],
    })
    expect(await world.counter.submit(countNo)).toMatchObject({ status: 'Submitted' })
    expect(await world.approver.approve(countNo)).toMatchObject({ approvedBy: world.approver.clientId })
    const posted = await world.approver.post(countNo)
    expect(posted).toMatchObject({ status: 'Posted', postedLines: 2, posted: expect.any(String) })
    expect(await world.levelOf(partNo)).toMatchObject({ inStock: 11 })
    const entries = await world.entriesOf(countNo)
    expect(entries).toMatchObject([
      { type: 'issue', units: 3, reasonCode: 20, spot: 'A-01', remark: 'Line 1', countNo },
    ])
    const [line] = (await world.approver.get(countNo)).lines
    expect(line).toMatchObject({ state: 'Posted', transactions: [entries[0]?.transactionNo] })
    expect(await world.reconcile()).toMatchObject({ differences: [] })
  })

  test('has one line for an item at a spot, also if its lots were received under two names', async () => {
    const [itemID, newShortID] = [await world.newItem(), unique('ITEM')]
    await world.receive(itemID, 10)
    await world.system.call(catalog.renameItem, { shortID: itemID, newShortID })
    await expect.poll(async () => (await world.receive(newShortID, 5)).shortID).toBe(newShortID)
    const { countNo } = await world.both.create({ items: [newShortID] })
    const { lines } = await world.approver.get(countNo)
    expect(lines).toMatchObject([{ lineNo: 1, shortID: newShortID, spot: 'A-01' }])
    await world.counter.count(countNo, newShortID, 'A-01', 14)
    expect(await world.settle(countNo)).toMatchObject({ status: 'Posted' })
    expect(await world.spotsOf(newShortID)).toEqual({ 'A-01': 14 })
  })

  test('posts the difference at the position of the count, whatever stock does meanwhile', async () => {
    const { itemID, countNo, count } = await prepare()
    await world.issue(itemID, 2, { spot: 'A-01' })
    const counted = await count('A-01', 9)
    const { transactionNo } = await world.issue(itemID, 3, { spot: 'A-01' })
    await world.receive(itemID, 20)
    await count('B-01', 4)
    expect((await world.approver.get(countNo)).lines[0]).toMatchObject({ expected: 8, difference: 1 })
    expect(counted.transactionNo).toBeNull()
    const [line] = (await world.approver.get(countNo)).lines
    expect(line?.transactionNo).not.toBe(transactionNo)
    await world.settle(countNo)
    expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 26, 'B-01': 4 })
  })

  test('reports a found lot, a missing lot and a wrong spot, and moves the lot that was at the wrong spot', async () => {
    const { itemID, countNo, count } = await prepare()
    const other = await world.newItem()
    const third = await world.newItem()
    await world.receive(other, 5, { spot: 'A-01' })
    const mixed = (await world.counter.create({ spots: ['A-01', 'B-01', 'C-01'] })).countNo
    await world.counter.cancel(mixed).catch(() => undefined)
    await count('A-01', 4)
    await count('B-01', 10)
    await world.settle(countNo)
    expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 4, 'B-01': 10 })
    expect(await world.entriesOf(countNo)).toMatchObject([
      { type: 'move', units: 6, spot: 'A-01', toSpot: 'B-01', remark: 'Lines 1 and 2' },
    ])
    expect((await world.approver.get(countNo)).lines).toMatchObject([
      { outcome: 'wrongSpot', moved: -6 },
      { outcome: 'wrongSpot', moved: 6 },
    ])
    const lots = (await world.lotsOf(itemID)).filter(({ spot }) => spot === 'B-01')
    expect(lots).toHaveLength(2)
    const spot = unique('S')
    await world.receive(third, 3, { spot })
    const found = (await world.counter.create({ spots: [spot] })).countNo
    await world.counter.count(found, third, spot, 0)
    await world.counter.count(found, other, spot, 2.5)
    await world.settle(found)
    expect((await world.approver.get(found)).lines).toMatchObject([
      { shortID: third, outcome: 'missing', difference: -3 },
      { shortID: other, outcome: 'found', difference: 2.5, expected: 0 },
    ])
    expect(await world.entriesOf(found)).toMatchObject([
      { type: 'issue', units: 3 },
      { type: 'receive', units: 2.5, reasonCode: 10 },
    ])
    expect(await world.reconcile()).toMatchObject({ differences: [] })
  })

  test('takes each step in its status only', async () => {
    const { itemID, countNo, count } = await prepare()
    for (const send of [world.approver.approve, world.approver.post, world.approver.recount])
      await expect(send(countNo)).rejects.toMatchObject(conflict(`Count ${countNo} is Open.`))
    await expect(world.counter.submit(countNo)).rejects.toMatchObject(
      conflict(`Lines of count ${countNo} are not counted: 2.`),
    )
    await count('A-01', 10)
    expect(await world.counter.submit(countNo, 'skip')).toMatchObject({ status: 'Submitted', openLines: 0 })
    await expect(count('A-01', 9)).rejects.toMatchObject(conflict(`Count ${countNo} is Submitted.`))
    await world.approver.approve(countNo)
    expect(await world.approver.post(countNo)).toMatchObject({ status: 'Posted', postedLines: 1 })
    for (const send of [world.approver.post, world.approver.cancel, world.approver.recount])
      await expect(send(countNo)).rejects.toMatchObject(conflict(`Count ${countNo} is Posted.`))
    expect(await world.spotsOf(itemID)).toEqual({ 'A-01': 10, 'B-01': 4 })
    const canceled = (await prepare()).countNo
    expect(await world.approver.cancel(canceled)).toMatchObject({ status: 'Canceled' })
    await expect(world.counter.submit(canceled)).rejects.toMatchObject(conflict(`Count ${canceled} is Canceled.`))
  })

  test('is counted again line by line, without what was counted first', async () => {
    const { countNo, count } = await prepare()
    await count('A-01', 1)
    await count('B-01', 4)
    await world.counter.submit(countNo)
    expect(await world.approver.recount(countNo)).toMatchObject({ status: 'Open', openLines: 1 })
    expect((await world.counter.get(countNo)).lines).toMatchObject([
      { lineNo: 1, state: 'Recount', counted: null },
      { lineNo: 2, state: 'Counted', counted: 4 },
    ])
    await count('A-01', 10)
    expect(await world.settle(countNo)).toMatchObject({ status: 'Posted' })
    expect(await world.entriesOf(countNo)).toEqual([])
  })
})
