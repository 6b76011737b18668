import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

test.each(['receive', 'issue', 'issue in full', 'move', 'move of a part', 'hold of a part'] as const)(
  'a %s is taken back: lots and levels are as before, once, and the ledger says so',
  async (what) => {
    const shortID = await world.newItem()
    const { recNo, partNo } = await world.receive(shortID, 6, { spot: 'A' })
    const before = await world.lotsOf(shortID)
    const { transactionNo } = await {
      receive: () => world.receive(shortID, 2),
      issue: () => world.issue(shortID, 4),
      'issue in full': () => world.issue(shortID, 6),
      move: () => world.move(shortID, 6, { shipToWid: 2 }),
      'move of a part': () => world.move(shortID, 1, { toSpot: 'B' }),
      'hold of a part': () => world.call(inventory.hold, { recno: recNo, units: 2 }),
    }[what]()
    const reversed = await world.call(inventory.reverse, { transactionNo, remark: 'mistake' })
    expect(reversed).toMatchObject({ reverses: transactionNo, partNo, shortID, status: 'reversed' })
    expect((await world.lotsOf(shortID)).filter(({ active }) => active)).toEqual(before)
    expect(await world.levelOf(partNo)).toMatchObject({ inStock: 6, onHold: 0, available: 6 })
    const [entry] = (await world.call(inventory.listTransactions, { shortID })).value
    expect(entry).toMatchObject({ type: 'reverse', reverses: transactionNo, remark: 'mistake' })
    await expect(world.call(inventory.reverse, { transactionNo })).rejects.toMatchObject({ code: 'conflict' })
    expect((await world.reconcile()).differences).toEqual([])
  },
)

test('a transaction whose lots have moved on is not taken back, nor is a reversal', async () => {
  const shortID = await world.newItem()
  const received = await world.receive(shortID, 5)
  const issued = await world.issue(shortID, 1)
  await expect(world.call(inventory.reverse, { transactionNo: received.transactionNo })).rejects.toMatchObject({
    code: 'conflict',
    message: `Lot ${received.recNo} has changed since transaction ${received.transactionNo}.`,
  })
  const { transactionNo } = await world.call(inventory.reverse, { transactionNo: issued.transactionNo })
  await expect(world.call(inventory.reverse, { transactionNo })).rejects.toMatchObject({
    code: 'conflict',
    message: 'A reversal cannot be taken back.',
  })
  await expect(world.call(inventory.reverse, { transactionNo: 2_000_000_000 })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test.each([
  ['receive', 95, 88],
  ['issue', 88, 95],
  ['move', 11, 15],
] as const)('taking back a %s needs the permission of the opposite action', async (type, lacking, needed) => {
  const shortID = await world.newItem()
  const received = await world.receive(shortID, 5)
  const done = { receive: () => received, issue: () => world.issue(shortID, 1), move: () => world.move(shortID, 5) }
  const { transactionNo } = await done[type]()
  const without = await world.system.createClient({ permissions: [lacking] })
  await expect(without.call(inventory.reverse, { transactionNo })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Insufficient permissions.',
  })
  const outside = await world.system.createClient({ permissions: [needed], warehouses: [2] })
  await expect(outside.call(inventory.reverse, { transactionNo })).rejects.toMatchObject({ code: 'forbidden' })
  const allowed = await world.system.createClient({ permissions: [needed] })
  expect(await allowed.call(inventory.reverse, { transactionNo })).toMatchObject({ status: 'reversed' })
})

test('what an issue took from an order line comes back with it', async () => {
  const shortID = await world.newItem()
  const { partNo } = await world.receive(shortID, 5)
  const order = { reference: 'SO-9', line: 1, wid: 1 }
  await world.system.call(inventory.putOrderLine, { ...order, kind: 'committed', units: 3, itemID: shortID })
  const { transactionNo } = await world.issue(shortID, 2, order)
  await world.call(inventory.reverse, { transactionNo })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, committed: 3, available: 2 })
  expect((await world.reconcile()).differences).toEqual([])
})
