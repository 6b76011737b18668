import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ItemRecord } from '../../../../services/inventory/masters/item.model.ts'
import { createKeptItems } from '../../../../services/inventory/masters/kept-items.ts'
import { anItemRecord } from '../stock/engine/engine-world.ts'

/** More than are kept. */
const MANY = 6_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Two processes on one database, in which an item can be changed, and the names that were read there. */
function open() {
  let version = 1
  let changes = 0
  const reads: string[] = []
  const read = async (name: string, aliases: readonly string[]): Promise<ItemRecord | undefined> => {
    reads.push(name)
    return name === 'none' ? undefined : { ...anItemRecord(7), shortID: name, version, aliases: [...aliases] }
  }
  const startProcess = () => {
    const kept = createKeptItems({ last: async () => changes, nextOf: async () => ++changes })
    return {
      versionOf: async (name: string, aliases: readonly string[] = []) =>
        (await kept.find(name, () => read(name, aliases)))?.version,
      findSlowly: (name: string, reading: Promise<ItemRecord>) => kept.find(name, () => reading),
      async change() {
        version++
        await kept.forget()
      },
    }
  }
  const changeUncounted = () => void version++
  return { one: startProcess(), other: startProcess(), reads, changeUncounted }
}

test('an item is read once, and anew by the process that has changed its copy', async () => {
  const { one, reads } = open()
  expect([await one.versionOf('A'), await one.versionOf('A')]).toEqual([1, 1])
  vi.advanceTimersByTime(290_000)
  expect(await one.versionOf('A')).toBe(1)
  expect(reads).toEqual(['A'])
  await one.change()
  expect(await one.versionOf('A')).toBe(2)
})

test('other processes use a changed copy within a second', async () => {
  const { one, other } = open()
  expect(await other.versionOf('A')).toBe(1)
  await one.change()
  vi.advanceTimersByTime(1_001)
  expect(await other.versionOf('A')).toBe(2)
})

test('a change that was not counted is used within five minutes', async () => {
  const { one, changeUncounted } = open()
  expect(await one.versionOf('A')).toBe(1)
  changeUncounted()
  vi.advanceTimersByTime(300_001)
  expect(await one.versionOf('A')).toBe(2)
})

test('what was read before a change is not kept after it', async () => {
  const { one } = open()
  const { promise, resolve } = Promise.withResolvers<ItemRecord>()
  const found = one.findSlowly('A', promise)
  await new Promise(setImmediate)
  await one.change()
  resolve(anItemRecord(7))
  expect((await found)?.version).toBe(1)
  expect(await one.versionOf('A')).toBe(2)
})

test('items that do not exist, have very many aliases or are too many are read again', async () => {
  const { one, reads } = open()
  const aliases = Array.from({ length: 101 }, (_, index) => `alias ${index}`)
  for (const _ of ['first', 'second']) {
    expect(await one.versionOf('none')).toBeUndefined()
    expect(await one.versionOf('many', aliases)).toBe(1)
  }
  expect(reads).toEqual(['none', 'many', 'none', 'many'])
  for (let index = 0; index < MANY; index++) await one.versionOf(`N-${index}`)
  reads.splice(0)
  expect([await one.versionOf('N-0'), await one.versionOf(`N-${MANY - 1}`)]).toEqual([1, 1])
  expect(reads).toEqual(['N-0'])
})
