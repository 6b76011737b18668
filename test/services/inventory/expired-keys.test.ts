import { randomUUID } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { anIssue, anItem, aReceipt } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { type StockWorld, startStockWorld } from './stock-world.ts'

let world: StockWorld
const databases: Connection[] = []
beforeAll(async () => {
  world = await startStockWorld()
  for (const service of ['inventory', 'catalog']) {
    const dbName = `${world.system.system}-${service}`
    databases.push(await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise())
  }
})
afterAll(async () => {
  for (const database of databases) await database.close()
  await world?.[Symbol.asyncDispose]()
})

/** As the database's TTL index does after 72 hours. */
async function expire(operationId: string): Promise<void> {
  const removed = await Promise.all(
    databases.map((database) => database.collection('operations').deleteOne({ _id: new RegExp(operationId) as never })),
  )
  expect(removed.reduce((sum, { deletedCount }) => sum + deletedCount, 0)).toBe(1)
}

const keyed = (operationId: string) => ({ operationId, hasClientKey: true, attempt: randomUUID() })

test('a key whose record has expired is refused for ever with the date and the transaction, and nothing is done twice', async () => {
  const itemID = await world.newItem()
  const key = randomUUID()
  const receipt = aReceipt({ itemID, units: 5 })
  const { transactionNo } = await world.call(inventory.receive, receipt, keyed(key))
  const [entry] = (await world.call(inventory.listTransactions, { shortID: itemID })).value
  await expire(key)
  const refusal = {
    code: 'conflict',
    message: `This Idempotency-Key was used on ${entry?.at} for transaction ${transactionNo}.`,
  }
  await expect(world.call(inventory.receive, receipt, keyed(key))).rejects.toMatchObject(refusal)
  await expect(world.call(inventory.receive, receipt, keyed(key))).rejects.toMatchObject(refusal)
  expect(await world.call(inventory.getOperation, { key })).toEqual({
    key,
    status: 'applied',
    operation: 'inventory.receive',
    statusCode: null,
    answer: null,
  })
  expect((await world.lotsOf(itemID)).map(({ units }) => units)).toEqual([5])
})

test('an expired key is answered from the ledger even if the write would now be refused', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 3)
  const key = randomUUID()
  const issue = anIssue({ itemID, units: 3 })
  const { transactionNo } = await world.call(inventory.issue, issue, keyed(key))
  await expire(key)
  for (const request of [issue, { ...issue, reasonCode: 99_999 }])
    await expect(world.call(inventory.issue, request, keyed(key))).rejects.toMatchObject({
      message: expect.stringContaining(`for transaction ${transactionNo}.`),
    })
})

test('an expired key of a refusal, or of a write of the catalog, is like a new one', async () => {
  const itemID = await world.newItem()
  const [refused, created, updated] = [randomUUID(), randomUUID(), randomUUID()]
  const issue = anIssue({ itemID, units: 3 })
  await expect(world.call(inventory.issue, issue, keyed(refused))).rejects.toMatchObject({ code: 'conflict' })
  await expire(refused)
  await world.receive(itemID, 3)
  expect(await world.call(inventory.issue, issue, keyed(refused))).toMatchObject({ status: 'issued' })

  const item = anItem()
  await world.call(catalog.createItem, item, keyed(created))
  await world.call(catalog.updateItem, { shortID: item.shortID, description: 'first' }, keyed(updated))
  for (const key of [created, updated]) await expire(key)
  await expect(world.call(catalog.createItem, item, keyed(created))).rejects.toMatchObject({
    message: `${item.shortID} is the ShortID or an alias of an item.`,
  })
  const update = { shortID: item.shortID, description: 'second' }
  expect(await world.call(catalog.updateItem, update, keyed(updated))).toMatchObject({ status: 'updated' })
})
