import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBatcher, decodeFrame, encodeFrame } from '../../../shared/messaging/rpc/frame.ts'

const part = fc.record({
  head: fc.jsonValue({ stringUnit: 'grapheme' }),
  body: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
})

test('what is decoded from a frame is what was encoded into it', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), (messages) => {
      const decoded = decodeFrame(encodeFrame(messages))
      expect(decoded).toEqual(
        JSON.parse(JSON.stringify(messages.map(({ head }) => ({ head })))).map(
          ({ head }: { head: unknown }, index: number) => ({ head, body: messages[index]?.body }),
        ),
      )
    }),
  )
})

test('a frame that was cut short is refused, wherever it was cut inside a part', () => {
  fc.assert(
    fc.property(part, fc.nat(), (whole, at) => {
      const frame = encodeFrame([whole])
      const cut = frame.subarray(0, 1 + (at % (frame.length - 1)))
      expect(() => decodeFrame(cut)).toThrow()
    }),
  )
})

test('no bytes make the decoder hang, or throw anything but a RangeError or SyntaxError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        decodeFrame(Buffer.from(bytes))
      } catch (error) {
        expect(error instanceof RangeError || error instanceof SyntaxError).toBe(true)
      }
    }),
  )
})

test('a batch holds what was added in one turn under one key, in order, at most so many and 15 MiB', async () => {
  const flushed: [string, number[]][] = []
  const batcher = createBatcher<{ item: number; body: Buffer }>(3, (key, items) =>
    flushed.push([key, items.map(({ item }) => item)]),
  )
  const add = (key: string, item: number, bytes = 1) => batcher.add(key, { item, body: Buffer.alloc(bytes) })
  for (let item = 1; item <= 7; item++) add('a', item)
  add('b', 8)
  expect(flushed).toEqual([])
  await new Promise(setImmediate)
  expect(flushed).toEqual([
    ['a', [1, 2, 3]],
    ['a', [4, 5, 6]],
    ['a', [7]],
    ['b', [8]],
  ])
  add('a', 9)
  await new Promise(setImmediate)
  expect(flushed.at(-1)).toEqual(['a', [9]])
  for (const [item, bytes] of [5, 9, 1, 15, 1].entries()) add('c', item, bytes * 1024 * 1024)
  await new Promise(setImmediate)
  expect(flushed.slice(-3)).toEqual([
    ['c', [0, 1, 2]],
    ['c', [3]],
    ['c', [4]],
  ])
})
