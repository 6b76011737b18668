import mongoose, { type mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

const LIFETIME_SECONDS = 1
/** Delay of each read of lots, and a partNo so high that one snapshot over all part numbers would exceed the lifetime. */
const DELAY_MS = 25
const LAST_PART_NO = 4_000

let world: StockWorld
let client: mongo.MongoClient
let lifetimeBefore: unknown
const failCommand = (mode: 'alwaysOn' | 'off') => {
  const namespace = `${world.system.system}-inventory.lots`
  const data = { failCommands: ['find', 'aggregate'], namespace, blockConnection: true, blockTimeMS: DELAY_MS }
  return client.db('admin').command({ configureFailPoint: 'failCommand', mode, data })
}
const limitTransactions = async (seconds: unknown) =>
  (await client.db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: seconds })).was

beforeAll(async () => {
  world = await startStockWorld()
  client = await mongoose.mongo.MongoClient.connect(serverUrl('MONGODB_URI'))
  lifetimeBefore = await limitTransactions(LIFETIME_SECONDS)
  await failCommand('alwaysOn')
})
afterAll(async () => {
  await failCommand('off')
  await limitTransactions(lifetimeBefore)
  await client.close()
  await world[Symbol.asyncDispose]()
})

test('reconcile passes within the lifetime of transactions, however long the books are, while stock is written', async () => {
  const levels = client.db(`${world.system.system}-inventory`).collection<{ _id: number }>('levels')
  await levels.insertOne({ _id: LAST_PART_NO, wids: [], stock: {} } as { _id: number })
  const items = [await world.newItem(), await world.newItem()]
  for (const itemID of items) await world.receive(itemID, 1_000)
  let isDone = false
  const write = async (itemID: string) => {
    while (!isDone) {
      await world.issue(itemID, 1)
      await world.receive(itemID, 1)
    }
  }
  const writers = Promise.all(items.map(write))
  const report = await world.system.call(inventory.reconcile, {}).finally(() => {
    isDone = true
  })
  await writers
  expect(report).toMatchObject({ differences: [], levels: 3 })
})
