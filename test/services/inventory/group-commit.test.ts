import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupCommit } from '../../../services/inventory/engine/group-commit.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { aReceipt } from '../../support/factories.ts'
import { type StockWorld, startStockWorld } from './stock-world.ts'

type Groups = Readonly<Record<string, readonly number[]>>

/** Runs that end when they are told to. */
function controlledRuns(limits: { maxItems: number; maxRuns: number }) {
  const begun: Groups[] = []
  const ends: (() => void)[] = []
  const combiner = createGroupCommit<string, number>(limits, (groups) => {
    begun.push(Object.fromEntries(groups))
    return new Promise((resolve) => ends.push(resolve))
  })
  const end = async (run: number) => {
    ends[run]?.()
    await new Promise(setImmediate)
  }
  return { combiner, begun, end }
}

describe('the combiner', () => {
  test('begins at once what comes alone, and takes together what has come meanwhile, of all keys', async () => {
    const { combiner, begun, end } = controlledRuns({ maxItems: 10, maxRuns: 1 })
    combiner.add('a', 1)
    combiner.add('b', 2)
    combiner.add('c', 3)
    combiner.add('b', 4)
    expect(begun).toEqual([{ a: [1] }])
    await end(0)
    expect(begun.slice(1)).toEqual([{ b: [2, 4], c: [3] }])
  })

  test('has no key in two runs at once', async () => {
    const { combiner, begun, end } = controlledRuns({ maxItems: 10, maxRuns: 2 })
    combiner.add('a', 1)
    combiner.add('a', 2)
    combiner.add('b', 3)
    expect(begun).toEqual([{ a: [1] }, { b: [3] }])
    await end(0)
    expect(begun.slice(2)).toEqual([{ a: [2] }])
  })

  test('takes no more into a run than it may hold; the rest is in the next', async () => {
    const { combiner, begun, end } = controlledRuns({ maxItems: 3, maxRuns: 1 })
    combiner.add('a', 0)
    for (const item of [1, 2]) combiner.add('b', item)
    for (const item of [3, 4, 5]) combiner.add('c', item)
    await end(0)
    await end(1)
    expect(begun.slice(1)).toEqual([{ b: [1, 2], c: [3] }, { c: [4, 5] }])
  })
})

describe('writes of many items at once', () => {
  let world: StockWorld
  beforeAll(async () => {
    world = await startStockWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const newItems = (count: number) => Promise.all(Array.from({ length: count }, () => world.newItem()))
  const inStockOf = async (itemID: string) =>
    (await world.lotsOf(itemID)).reduce((total, { units }) => total + units, 0)

  test('share transactions, and each counts once, on items new to the stock and others', async () => {
    const items = await newItems(30)
    const known = items.filter((_, index) => index % 2)
    await Promise.all(known.map((itemID) => world.receive(itemID, 2)))
    const receipts = await Promise.all(items.map((itemID) => world.receive(itemID, 2)))
    const { value } = await world.call(inventory.listTransactions, { pageSize: 250 })
    const numbers = new Set(receipts.map(({ transactionNo }) => transactionNo))
    const entries = value.filter(({ transactionNo }) => numbers.has(transactionNo))
    expect(entries).toHaveLength(30)
    // A transaction has one time for all that it does.
    expect(new Set(entries.map(({ at }) => at)).size).toBeLessThan(30)
    const levels = await Promise.all(receipts.map(({ partNo }) => world.levelOf(partNo)))
    expect(levels.map((level) => level?.inStock)).toEqual(items.map((_, index) => (index % 2 ? 4 : 2)))
    expect(await world.reconcile()).toMatchObject({ differences: [] })
  })

  test('are refused one by one', async () => {
    const items = await newItems(20)
    await Promise.all(items.map((itemID) => world.receive(itemID, 1)))
    const settled = await Promise.allSettled(items.map((itemID, index) => world.issue(itemID, index % 2 ? 1 : 2)))
    expect(settled.map(({ status }) => status)).toEqual(items.map((_, index) => (index % 2 ? 'fulfilled' : 'rejected')))
    expect(await Promise.all(items.map(inStockOf))).toEqual(items.map((_, index) => (index % 2 ? 0 : 1)))
  })

  test('are not held up by those that were done before', async () => {
    const items = await newItems(20)
    const receiveAll = (operationIds: readonly string[]) =>
      Promise.all(
        items.map((itemID, index) =>
          world.call(inventory.receive, aReceipt({ itemID, units: 1 }), { operationId: operationIds[index] ?? '' }),
        ),
      )
    const before = items.map(() => randomUUID())
    const first = await receiveAll(before)
    const second = await receiveAll(before.map((id, index) => (index % 2 ? id : randomUUID())))
    expect(second.filter((_, index) => index % 2)).toEqual(first.filter((_, index) => index % 2))
    expect(await Promise.all(items.map(inStockOf))).toEqual(items.map((_, index) => (index % 2 ? 1 : 2)))
    expect(await world.reconcile()).toMatchObject({ differences: [] })
  })
})
