import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { createGroupCommit } from '../../../../../shared/database/group-commit/group-commit.ts'
import { aReceipt } from '../../../../support/records/factories.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

interface Command {
  readonly keys: readonly string[]
  readonly number: number
}

/** Longer than a run takes that is not held up, in milliseconds. */
const LONG = 10_000

/** Runs that end when the test ends them, each as the numbers of its groups. */
function controlledRuns(maxKeys = 20) {
  // Turns of the event loop go on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const begun: number[][][] = []
  const ends: (() => void)[] = []
  const groupCommit = createGroupCommit<string, Command>(maxKeys, (groups) => {
    begun.push(groups.map((group) => group.map(({ number }) => number)))
    return new Promise((resolve) => ends.push(resolve))
  })
  const add = (number: number, ...keys: string[]) => groupCommit.add({ keys, number })
  const end = async (run: number) => {
    ends[run]?.()
    await new Promise(setImmediate)
  }
  return { add, begun, end }
}

describe('group commit', () => {
  test('runs at once what comes alone, and together what has come meanwhile, of all keys', async () => {
    const { add, begun, end } = controlledRuns()
    add(1, 'a')
    add(2, 'b')
    add(3, 'c')
    add(4, 'b')
    expect(begun).toEqual([[[1]]])
    await end(0)
    expect(begun.slice(1)).toEqual([[[2, 4], [3]]])
  })

  test('runs work without a key, alone and with other work', async () => {
    const { add, begun, end } = controlledRuns()
    add(1)
    add(2)
    add(3, 'a')
    expect(begun).toEqual([[[1]]])
    await end(0)
    expect(begun.slice(1)).toEqual([[[2], [3]]])
  })

  test('has no key in two runs at once', async () => {
    const { add, begun, end } = controlledRuns()
    add(1, 'a')
    add(2, 'a')
    add(3, 'b')
    vi.advanceTimersByTime(LONG)
    expect(begun).toEqual([[[1]], [[3]]])
    await end(0)
    expect(begun.slice(2)).toEqual([[[2]]])
  })

  test('has no key of a command with several keys in two runs at once', async () => {
    const { add, begun, end } = controlledRuns()
    add(1, 'a', 'b')
    add(2, 'b', 'c')
    add(3, 'd')
    vi.advanceTimersByTime(LONG)
    expect(begun).toEqual([[[1]], [[3]]])
    await end(0)
    expect(begun.slice(2)).toEqual([[[2]]])
  })

  test('keeps the sequence of commands that share a key, also behind one that waits for another key', async () => {
    const { add, begun, end } = controlledRuns()
    add(1, 'a')
    add(2, 'a', 'b')
    add(3, 'b')
    expect(begun).toEqual([[[1]]])
    await end(0)
    expect(begun.slice(1)).toEqual([[[2, 3]]])
  })

  test('groups the commands of a run by the keys that they share', async () => {
    const { add, begun, end } = controlledRuns()
    add(0, 'x')
    add(1, 'a')
    add(2, 'b')
    add(3, 'c', 'd')
    add(4, 'b', 'a')
    add(5, 'd')
    add(6, 'a')
    await end(0)
    expect(begun.slice(1)).toEqual([
      [
        [2, 1, 4, 6],
        [3, 5],
      ],
    ])
  })

  test('takes no more into a run than it may hold; the rest is in the next', async () => {
    const { add, begun, end } = controlledRuns(3)
    add(0, 'a')
    for (const number of [1, 2]) add(number, 'b')
    for (const number of [3, 4, 5]) add(number, 'c')
    await end(0)
    await end(1)
    expect(begun.slice(1)).toEqual([[[1, 2], [3]], [[4, 5]]])
  })

  test('begins a second run while one is held up, and no third', () => {
    const { add, begun } = controlledRuns()
    for (const key of ['a', 'b', 'c']) add(begun.length, key)
    expect(begun).toEqual([[[0]]])
    vi.advanceTimersByTime(LONG)
    expect(begun).toEqual([[[0]], [[1], [1]]])
    add(2, 'd')
    vi.advanceTimersByTime(LONG)
    expect(begun).toHaveLength(2)
  })

  test('begins a run at once while another has been held up for long', () => {
    const { add, begun } = controlledRuns()
    add(1, 'a')
    vi.advanceTimersByTime(LONG)
    add(2, 'b')
    expect(begun).toEqual([[[1]], [[2]]])
  })

  test('runs a command alone that has more keys than a run may hold', async () => {
    const { add, begun, end } = controlledRuns(2)
    add(0, 'a')
    add(1, 'b', 'c', 'd')
    add(2, 'e')
    await end(0)
    await end(1)
    expect(begun.slice(1)).toEqual([[[1]], [[2]]])
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
