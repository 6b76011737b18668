import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createKeptRecords } from '../../../../services/inventory/records/kept-records.ts'

/** More than are kept. */
const MANY = 6_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Records that exist have a number below 10,000. */
function open() {
  const reads: (readonly number[])[] = []
  let version = 1
  const kept = createKeptRecords(async (ids) => {
    reads.push(ids)
    return ids.filter((id) => id < 10_000).map((_id) => ({ _id, version }))
  })
  const change = () => {
    version++
  }
  return { kept, reads, change }
}

test('records are read once in five seconds, and then anew', async () => {
  const { kept, reads, change } = open()
  expect([...(await kept.findMany([1, 2, 1, 10_001])).keys()]).toEqual([1, 2])
  change()
  expect(await kept.findMany([2, 1])).toEqual(
    new Map([
      [2, { _id: 2, version: 1 }],
      [1, { _id: 1, version: 1 }],
    ]),
  )
  expect(reads).toEqual([[1, 2, 10_001]])
  vi.advanceTimersByTime(5_001)
  expect(await kept.find(1)).toEqual({ _id: 1, version: 2 })
})

test('that a record does not exist is remembered for descriptions, while one that is looked for alone is read again', async () => {
  const { kept, reads } = open()
  for (const _ of ['first', 'second']) expect(await kept.findMany([10_001])).toEqual(new Map())
  expect(reads).toEqual([[10_001]])
  expect(await kept.find(10_001)).toBeUndefined()
  expect(reads).toEqual([[10_001], [10_001]])
  kept.keep({ _id: 10_001, version: 1 })
  expect(await kept.findMany([10_001])).toEqual(new Map([[10_001, { _id: 10_001, version: 1 }]]))
})

test('one that is made while it is read is not forgotten', async () => {
  const { kept } = open()
  const missing = kept.findMany([10_001])
  kept.keep({ _id: 10_001, version: 1 })
  await missing
  expect((await kept.findMany([10_001])).size).toBe(1)
})

test('what is known to have changed is kept instead', async () => {
  const { kept } = open()
  await kept.find(1)
  kept.keep({ _id: 1, version: 7 })
  expect(await kept.find(1)).toEqual({ _id: 1, version: 7 })
})

test('more records than are kept are all found', async () => {
  const { kept } = open()
  const ids = Array.from({ length: MANY }, (_, id) => id)
  expect((await kept.findMany(ids)).size).toBe(MANY)
  expect((await kept.findMany(ids)).size).toBe(MANY)
})
