import { expect, test } from 'vitest'
import { joinReads } from '../../../shared/database/joined-reads.ts'

/** A read that ends when it is told to. */
function controlledReads() {
  const begun: { keys: readonly string[]; end(): void; fail(error: Error): void }[] = []
  const waiting: (() => void)[] = []
  const joined = joinReads<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        begun.push({ keys, end: () => resolve(keys.join('+')), fail: reject })
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
  return { begun, joined, nth }
}

test('what is asked for in one turn is read together, each key once', async () => {
  const { begun, joined, nth } = controlledReads()
  const later = async () => {
    for (let step = 0; step < 10; step++) await undefined
    return joined('b')
  }
  const answers = Promise.all([joined('a'), later(), joined('a')])
  ;(await nth(1)).end()
  expect(await answers).toEqual(['a+b', 'a+b', 'a+b'])
  expect(begun).toHaveLength(1)
})

test('what is asked for while a read is under way is read after it, never by it', async () => {
  const { joined, nth } = controlledReads()
  const first = joined('a')
  const reading = await nth(1)
  const second = joined('a')
  reading.end()
  expect(await first).toBe('a')
  const next = await nth(2)
  expect(next.keys).toEqual(['a'])
  next.end()
  expect(await second).toBe('a')
})

test('a read that fails fails for those who shared it, and the next one goes on', async () => {
  const { joined, nth } = controlledReads()
  const first = Promise.allSettled([joined('a'), joined('b')])
  ;(await nth(1)).fail(new Error('away'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const second = joined('a')
  ;(await nth(2)).end()
  expect(await second).toBe('a')
})

test('a read that hangs does not keep the next one waiting for ever', async () => {
  const { joined, nth } = controlledReads()
  void joined('a')
  await nth(1)
  const second = joined('b')
  ;(await nth(2)).end()
  expect(await second).toBe('b')
})
