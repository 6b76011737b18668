import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../../../../shared/contract/inventory/inventory.ts'
import { inventory, levelFigures } from '../../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await startStockWorld(['notifications'])
})
afterAll(() => world[Symbol.asyncDispose]())

/** Everything that moves a figure: receipts, moves, issues, holds, reversals and order lines, some of them of the same order. */
async function trade(itemID: string): Promise<void> {
  const { call, system } = world
  const put = (kind: 'onOrder' | 'aSN' | 'committed' | 'packed', line: number, units: number, wid = 1) =>
    system.call(inventory.putOrderLine, { kind, reference: 'O-1', line, itemID, wid, units })
  await put('onOrder', 1, 20)
  await put('aSN', 1, 5)
  await put('onOrder', 2, 3, 2)
  const { recNo } = await world.receive(itemID, 12.5, { reference: 'O-1', line: 1 })
  await put('committed', 3, 4)
  await put('packed', 3, 1)
  await world.issue(itemID, 3, { reference: 'O-1', line: 3 })
  await put('onOrder', 1, 2)
  const moved = await world.move(itemID, 2.25, { shipToWid: 2 })
  const held = await call(inventory.hold, { recno: recNo, units: 1.5 })
  const second = await call(inventory.hold, { recno: moved.recNo })
  await world.move(itemID, 0.5, { recno: held.recNo, shipToWid: 2 })
  await call(inventory.release, { recno: moved.recNo, units: 1 })
  const { transactionNo } = await world.receive(itemID, 7, { reference: 'O-1', line: 2, wid: 2 })
  await call(inventory.reverse, { transactionNo })
  expect(second.status).toBe('held')
}

test('whoever adds up the levels of the change feed has every figure of every warehouse', async () => {
  const itemID = await world.newItem()
  await trade(itemID)
  const { totalCount } = await world.call(inventory.listTransactions, { shortID: itemID })
  const readFeed = async () => {
    const { value } = await world.call(notifications.listChanges, { since: 0, limit: 250 })
    return value.map(({ data }) => data).filter((data): data is Transaction => 'levels' in data)
  }
  await expect.poll(readFeed).toHaveLength(totalCount)

  const mirror = new Map<string, number>()
  for (const { wid, figure, units } of (await readFeed()).flatMap(({ levels }) => levels))
    mirror.set(`${wid} ${figure}`, (mirror.get(`${wid} ${figure}`) ?? 0) + units)
  const figureOf = (wid: number, figure: string) => mirror.get(`${wid} ${figure}`) ?? 0

  for (const wid of [1, 2]) {
    const { level } = await world.call(inventory.explainLevel, { itemID, wid })
    for (const figure of levelFigures) expect(figureOf(wid, figure), `${figure} in ${wid}`).toBe(level[figure])
    const reserved = figureOf(wid, 'onHold') + figureOf(wid, 'committed') + figureOf(wid, 'packed')
    expect(figureOf(wid, 'inStock') - reserved).toBe(level.available)
  }
})

test('a client gets the changes of its own warehouses only', async () => {
  const itemID = await world.newItem()
  const { call } = await world.system.createClient({ warehouses: [2] })
  await world.receive(itemID, 5)
  const { transactionNo } = await world.move(itemID, 2, { shipToWid: 2 })
  const { value } = await call(inventory.listTransactions, { shortID: itemID })
  expect(value).toMatchObject([{ transactionNo, levels: [{ wid: 2, figure: 'inStock', units: 2 }] }])
})
