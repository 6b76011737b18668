import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await startStockWorld()
})
afterAll(() => world?.[Symbol.asyncDispose]())

const COUNT = 40
const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done'
    return outcome.reason instanceof AppError ? outcome.reason.code : outcome.reason
  })

/** Counts the commands of a kind that go to a collection. */
function countCommands(kind: 'find' | 'distinct' | 'insertMany', collection: string) {
  const spy = vi.spyOn(mongoose.mongo.Collection.prototype, kind)
  onTestFinished(() => spy.mockRestore())
  return () =>
    spy.mock.contexts.filter(
      (context) => context instanceof mongoose.mongo.Collection && context.collectionName === collection,
    ).length
}

test('customers that are made at once are looked up together, and what is taken refuses only its own', async () => {
  const taken = await world.call(inventory.createCustomer, { shortID: unique('AT'), name: 'First' })
  const finds = countCommands('find', 'customers')
  const wanted = [
    ...Array.from({ length: COUNT }, () => ({ shortID: unique('AT') })),
    { shortID: taken.shortID },
    { shortID: unique('AT'), id: taken.id },
  ]
  const outcomes = await Promise.allSettled(
    wanted.map((fields) => world.call(inventory.createCustomer, { name: 'At once', ...fields })),
  )
  expect(codesOf(outcomes)).toEqual([...Array.from({ length: COUNT }, () => 'done'), 'conflict', 'conflict'])
  expect(finds()).toBeLessThan(COUNT / 2)
  expect(await world.call(inventory.getCustomer, { shortID: taken.shortID })).toEqual(taken)
})

test('orders that are made at once share claims and reads, and a number or a key that is used concerns only its own', async () => {
  const { shortID: vendor } = await world.call(inventory.createVendor, { shortID: unique('AT'), name: 'Vendor' })
  const itemID = await world.newItem()
  const order = (poNo: string, key: string) =>
    world.call(
      inventory.createPurchaseOrder,
      { poNo, vendor, lines: [{ shortID: itemID, warehouse: 1, units: 2 }] },
      { operationId: key, hasClientKey: true, attempt: randomUUID() },
    )
  const [number, key] = [unique('PO'), randomUUID()]
  const first = await order(number, key)
  const counts = [
    countCommands('insertMany', 'operations'),
    countCommands('find', 'vendors'),
    countCommands('distinct', 'purchaseOrders'),
  ]
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: COUNT }, () => order(unique('PO'), randomUUID())),
    order(number, randomUUID()),
    order(number, key),
    order(unique('PO'), key),
  ])
  expect(codesOf(outcomes)).toEqual([...Array.from({ length: COUNT }, () => 'done'), 'conflict', 'done', 'conflict'])
  expect(outcomes[COUNT + 1]).toMatchObject({ value: first })
  for (const count of counts) expect(count()).toBeLessThan(COUNT / 2)
  expect(await world.call(inventory.listPurchaseOrders, {})).toMatchObject({ totalCount: COUNT + 1 })
})
