import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { createBatchWriter } from '../../../shared/process/batch-writer.ts'

/** Records batches; each is under way until it is released. */
function heldWrite() {
  const batches: (readonly number[])[] = []
  const held: { resolve(): void; reject(error: unknown): void }[] = []
  return {
    batches,
    write: (batch: readonly number[]) => {
      batches.push(batch)
      return new Promise<void>((resolve, reject) => held.push({ resolve, reject }))
    },
    release: () => held.shift()?.resolve(),
    fail: (error: Error) => held.shift()?.reject(error),
  }
}

test('items of one moment are one batch, those added while it is written the next, in order and one batch at a time', async () => {
  const { batches, write, release } = heldWrite()
  const writer = createBatchWriter(write, { maxBatch: 100 })
  const first = [writer.add([1]), writer.add([2, 3])]
  await expect.poll(() => batches.length).toBe(1)
  const second = [writer.add([4]), writer.add([5])]
  expect(writer.waiting).toBe(2)
  expect(batches).toEqual([[1, 2, 3]])
  release()
  await Promise.all(first)
  await expect.poll(() => batches.length).toBe(2)
  expect(batches[1]).toEqual([4, 5])
  expect(writer.waiting).toBe(0)
  release()
  await Promise.all(second)
  await writer.idle()
})

test('a batch has at most its limit of items, and items added together stay together', async () => {
  const batches: (readonly number[])[] = []
  const writer = createBatchWriter(async (batch: readonly number[]) => batches.push(batch), { maxBatch: 3 })
  await Promise.all([[1, 2], [3], [4, 5], [6, 7], [8, 9, 10, 11], [12]].map((items) => writer.add(items)))
  expect(batches).toEqual([[1, 2, 3], [4, 5], [6, 7], [8, 9, 10, 11], [12]])
})

test('a batch that fails fails for its own items, and the next one is written', async () => {
  const { batches, write, release, fail } = heldWrite()
  const writer = createBatchWriter(write, { maxBatch: 2 })
  const added = [writer.add([1]), writer.add([2]), writer.add([3])]
  const settled = Promise.allSettled(added)
  await expect.poll(() => batches.length).toBe(1)
  fail(new Error('lost'))
  await expect.poll(() => batches.length).toBe(2)
  release()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await expect(added[0]).rejects.toThrow('lost')
})

test('idle waits for what is under way and what waits, also when it fails', async () => {
  const { batches, write, release, fail } = heldWrite()
  const writer = createBatchWriter(write, { maxBatch: 1 })
  await writer.idle()
  const added = Promise.allSettled([writer.add([1]), writer.add([2])])
  let isIdle = false
  const idle = writer.idle().then(() => {
    isIdle = true
  })
  await expect.poll(() => batches.length).toBe(1)
  release()
  await expect.poll(() => batches.length).toBe(2)
  expect(isIdle).toBe(false)
  fail(new Error('lost'))
  await idle
  expect((await added).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('a batch runs in the asynchronous context of its first item', async () => {
  const context = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const writer = createBatchWriter<number>(async (batch) => seen.push([context.getStore(), ...batch]), { maxBatch: 2 })
  const add = (name: string, item: number) => context.run(name, () => writer.add([item]))
  await Promise.all([add('a', 1), add('b', 2), add('c', 3)])
  expect(seen).toEqual([
    ['a', 1, 2],
    ['c', 3],
  ])
})

test('batches start no closer together than intervalMs', async () => {
  const starts: number[] = []
  const writer = createBatchWriter<number>(async () => void starts.push(performance.now()), {
    maxBatch: 1,
    intervalMs: 20,
  })
  await Promise.all([1, 2, 3].map((item) => writer.add([item])))
  const [first = 0, second = 0, third = 0] = starts
  // Timers may fire a millisecond early.
  expect(Math.min(second - first, third - second)).toBeGreaterThan(18)
})
