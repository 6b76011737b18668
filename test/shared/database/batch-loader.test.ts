import { expect, test } from 'vitest'
import { createBatchLoader } from '../../../shared/database/batch-loader.ts'

/** A read that ends when the test lets it. */
function controlledReads() {
  const begun: { keys: readonly string[]; end(): void; fail(error: Error): void }[] = []
  const waiting: (() => void)[] = []
  const load = createBatchLoader<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        begun.push({ keys, end: () => resolve(keys.map((key) => `${key} of ${keys.join('+')}`)), fail: reject })
        for (const go of waiting.splice(0)) go()
      }),
  )
  const nth = async (n: number) => {
    for (;;) {
      const one = begun[n - 1]
      if (one) return one
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return { begun, load, nth }
}

test('keys that are asked for in one turn are read together', async () => {
  const { begun, load, nth } = controlledReads()
  const later = async () => {
    for (let step = 0; step < 10; step++) await undefined
    return load('b')
  }
  const answers = Promise.all([load('a'), later(), load('a')])
  ;(await nth(1)).end()
  expect(await answers).toEqual(['a of a+a+b', 'b of a+a+b', 'a of a+a+b'])
  expect(begun).toHaveLength(1)
})

test('a key that is asked for while a read is under way is read after it, never by it', async () => {
  const { load, nth } = controlledReads()
  const first = load('a')
  const reading = await nth(1)
  const second = load('a')
  reading.end()
  expect(await first).toBe('a of a')
  const next = await nth(2)
  expect(next.keys).toEqual(['a'])
  next.end()
  expect(await second).toBe('a of a')
})

test('a read that fails rejects all loads that share it, and the next read succeeds', async () => {
  const { load, nth } = controlledReads()
  const first = Promise.allSettled([load('a'), load('b')])
  ;(await nth(1)).fail(new Error('away'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const second = load('a')
  ;(await nth(2)).end()
  expect(await second).toBe('a of a')
})

test('a read that hangs delays the next one by a limited time', async () => {
  const { load, nth } = controlledReads()
  void load('a')
  await nth(1)
  const second = load('b')
  ;(await nth(2)).end()
  expect(await second).toBe('b of b')
})

test('an Error in the place of a value rejects the load of its key alone', async () => {
  const load = createBatchLoader(async (keys: readonly number[]) =>
    keys.map((key) => (key === 2 ? new Error('refused') : key * 10)),
  )
  expect(await Promise.allSettled([1, 2, 3].map(load))).toMatchObject([
    { value: 10 },
    { reason: { message: 'refused' } },
    { value: 30 },
  ])
})
