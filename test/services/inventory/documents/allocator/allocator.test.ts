import { setImmediate as turn } from 'node:timers/promises'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startAllocator } from '../../../../../services/inventory/documents/allocator/allocator.ts'
import { shippingLines } from '../../../../../services/inventory/documents/shipping/shipping-order.model.ts'
import { createInventory } from '../../../../../services/inventory/service.ts'
import type { StockEffect } from '../../../../../services/inventory/stock/engine/effect.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { createMonitor } from '../../../../../shared/process/monitor.ts'
import { toQuantity, toStored } from '../../../../../shared/quantity.ts'
import { createCapturedLog } from '../../../../support/checks/captured-log.ts'
import { unique } from '../../../../support/records/factories.ts'
import { aDatabase, connectDatabase } from '../../../../support/servers/database.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { registerBasics } from '../../../../support/system/registries.ts'
import { startSystem } from '../../../../support/system/system.ts'
import { type StockWorld, startStockWorld, stockWords } from '../../stock-world.ts'

let world: StockWorld
let customer: string
beforeAll(async () => {
  world = await startStockWorld()
  customer = (await world.call(inventory.createCustomer, { shortID: unique('CUST'), name: 'Hanse Automation' })).shortID
})
afterAll(() => world[Symbol.asyncDispose]())

const order = async (itemID: string, units: number, more = {}) => {
  const lines = [{ itemID, units, wid: 1 }]
  return (await world.call(inventory.createShippingOrder, { customer, lines, ...more })).soNo
}
const committedOf = async (soNo: string) =>
  (await world.call(inventory.listShippingOrderLines, { soNo })).value.map(({ committed }) => committed)
const soon = { timeout: 30_000 }
/** How many allocations of changes and lines that match have an idempotency record. */
async function triesOf(pattern: string): Promise<number> {
  const dbName = `${world.system.system}-inventory`
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  onTestFinished(() => database.close())
  const operations = database.collection<{ _id: string }>('operations')
  return operations.countDocuments({ _id: new RegExp(`/allocate/${pattern}$`) })
}

test('what comes in or becomes free fills backorders, highest priority first, then the oldest', async () => {
  const itemID = await world.newItem()
  const older = await order(itemID, 4, { orderDate: '2026-01-01' })
  const newer = await order(itemID, 4, { orderDate: '2026-02-01' })
  const urgent = await order(itemID, 3, { orderDate: '2026-03-01', priority: 9 })
  const later = await order(itemID, 2, { allocate: 'none', priority: 99 })
  const all = async () => (await Promise.all([urgent, older, newer, later].map(committedOf))).flat()
  const { partNo, recNo } = await world.receive(itemID, 5)
  await expect.poll(all, soon).toEqual([3, 2, 0, 0])
  await world.call(inventory.cancelShippingOrder, { soNo: urgent })
  await expect.poll(all, soon).toEqual([0, 4, 1, 0])
  const held = await world.receive(itemID, 1)
  await expect.poll(all, soon).toEqual([0, 4, 2, 0])
  expect(held.recNo).toBeGreaterThan(recNo)
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 6, committed: 6 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('a line that waits is found, however many lines of other items wait', async () => {
  const [absent, wanted] = [await world.newItem(), await world.newItem()]
  const lines = Array.from({ length: 60 }, () => ({ itemID: absent, units: 1, wid: 1 }))
  const { soNo: others } = await world.call(inventory.createShippingOrder, { customer, lines })
  onTestFinished(async () => void (await world.call(inventory.cancelShippingOrder, { soNo: others })))
  const soNo = await order(wanted, 4)
  await world.receive(wanted, 3)
  await expect.poll(() => committedOf(soNo), soon).toEqual([3])
})

test('nothing is asked while nothing waits, and what waits is asked for once it may have stock', async () => {
  const connection = await connectDatabase(aDatabase(), { monitorCommands: true })
  const commands: string[] = []
  connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName))
  const broker = { subscribe: async () => ({ [Symbol.asyncDispose]: async () => undefined }) }
  const { registry } = createMonitor('inventory')
  const deps = { models: { levels: { db: connection } }, broker, registry, log: createCapturedLog().log }
  // Nothing is filled here, so nothing else of the parts is used.
  await using allocator = await startAllocator(deps as unknown as Parameters<typeof startAllocator>[0])
  await expect.poll(() => commands).toContain('distinct')
  // Only these fields are looked at.
  const effectOf = (partNo: number, type: string, records: readonly object[] = []) =>
    ({ entries: [{ partNo, type }], records }) as unknown as StockEffect<unknown>
  commands.splice(0)
  for (let receipts = 0; receipts < 3; receipts++) allocator.notice([effectOf(7, 'receive')])
  await turn()
  expect(commands).toEqual([])
  const line = { partNo: 7, allocate: 'any', backordered: toStored(toQuantity(1)) }
  allocator.notice([effectOf(7, 'issue', [{ name: shippingLines.name, after: line }])])
  allocator.notice([effectOf(8, 'receive')])
  await turn()
  expect(commands).toEqual([])
  allocator.notice([effectOf(7, 'receive')])
  await expect.poll(() => commands).toEqual(['find'])
})

test('a line that waits although there is stock is found even if the process that received it did not look', async () => {
  await using untold = await startStockWorld([], { allocator: 'off' })
  const itemID = await untold.newItem()
  const { shortID } = await untold.call(inventory.createCustomer, { shortID: unique('CUST'), name: 'Hanse Automation' })
  const lines = [{ itemID, units: 4, wid: 1 }]
  const { soNo } = await untold.call(inventory.createShippingOrder, { customer: shortID, lines })
  await untold.receive(itemID, 3)
  const { system, keysOf } = untold.system
  const config = {
    system,
    keys: keysOf('inventory'),
    rabbitUrl: serverUrl('RABBITMQ_URL'),
    mongoUri: serverUrl('MONGODB_URI'),
  }
  await using _allocating = await createInventory(config, createCapturedLog().log)
  const committed = async () =>
    (await untold.call(inventory.listShippingOrderLines, { soNo })).value.map((line) => line.committed)
  await expect.poll(committed, soon).toEqual([3])
  expect(await untold.reconcile()).toMatchObject({ differences: [] })
})

test('a process that only allocates answers no request, and fills backorders for processes that do not allocate', async () => {
  await using system = await startSystem({ services: ['catalog', 'inventory'], inventory: { allocator: 'alone' } })
  await expect(system.call(inventory.listWarehouses, {})).rejects.toMatchObject({ code: 'service_unavailable' })
  const servers = { rabbitUrl: serverUrl('RABBITMQ_URL'), mongoUri: serverUrl('MONGODB_URI') }
  const config = { system: system.system, keys: system.keysOf('inventory'), ...servers, allocator: 'off' as const }
  await using _answering = await createInventory(config, createCapturedLog().log)
  await registerBasics(system.call)
  const { call } = await system.createClient()
  const { newItem, receive } = stockWords(call)
  const itemID = await newItem()
  const { shortID } = await call(inventory.createCustomer, { shortID: unique('CUST'), name: 'Hanse Automation' })
  const lines = [{ itemID, units: 4, wid: 1 }]
  const { soNo } = await call(inventory.createShippingOrder, { customer: shortID, lines })
  await receive(itemID, 3)
  const linesOf = async () => (await call(inventory.listShippingOrderLines, { soNo })).value
  await expect.poll(linesOf, soon).toMatchObject([{ committed: 3, backordered: 1 }])
})

test('expired stock is not tried for a line that waits, however often it is looked for', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 5, { expires: '2020-01-01' })
  const soNo = await order(itemID, 2)
  const marker = await world.newItem()
  const last = await order(marker, 1)
  // It makes the allocator look at the item again.
  await world.receive(itemID, 1, { expires: '2020-01-02' })
  await world.receive(marker, 1)
  await expect.poll(() => committedOf(last), soon).toEqual([1])
  expect(await committedOf(soNo)).toEqual([0])
  expect(await triesOf(`.*/${last}`)).toBe(1)
  expect(await triesOf(`.*/${soNo}`)).toBe(0)
})

test('lines of many orders that wait for one item are filled by one transaction', async () => {
  const itemID = await world.newItem()
  const soNos: string[] = []
  for (let count = 0; count < 11; count++) soNos.push(await order(itemID, 2))
  const triesBefore = await triesOf('.*')
  await world.receive(itemID, 21)
  const all = async () => (await Promise.all(soNos.map(committedOf))).flat()
  await expect.poll(all, soon).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1])
  expect((await triesOf('.*')) - triesBefore).toBe(1)
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
