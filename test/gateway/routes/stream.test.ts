import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Response } from '../../../gateway/http/handler.ts'
import { streamTexts } from '../../../gateway/routes/send-export.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A response whose client reads one chunk each time the test calls `take`. */
function slowResponse() {
  const taken: number[] = []
  let take = () => {}
  const written = new Writable({
    highWaterMark: 16_384,
    write(chunk: Buffer, _encoding, done) {
      take = () => {
        taken.push(chunk.length)
        done()
      }
    },
  })
  const { log, lines } = createCapturedLog()
  const more = { setHeader: () => undefined, locals: { log, requestId: 'r-1' }, app: { get: () => undefined } }
  // The chunks of a response that streaming uses.
  const res = Object.assign(written, more) as unknown as Response
  return { res, taken, lines, take: () => take() }
}

async function* texts() {
  yield Buffer.alloc(70_000)
}

test('a client that takes 30 kB within 30 s gets all, however long the text is', async () => {
  const { res, taken, lines, take } = slowResponse()
  const done = streamTexts(res, 'text/csv', texts())
  for (let slice = 1; slice <= 3; slice++) {
    await vi.advanceTimersByTimeAsync(29_000)
    take()
  }
  await done
  expect(taken).toEqual([30_000, 30_000, 10_000])
  expect([res.writableFinished, lines]).toEqual([true, []])
})

test('a client that takes less than 1 kB/s is disconnected', async () => {
  const { res, taken, lines, take } = slowResponse()
  const done = streamTexts(res, 'text/csv', texts())
  await vi.advanceTimersByTimeAsync(29_000)
  take()
  await vi.advanceTimersByTimeAsync(30_000)
  await done
  expect(taken).toEqual([30_000])
  expect(res.destroyed).toBe(true)
  expect(lines).toMatchObject([{ msg: 'An export was not finished', requestId: 'r-1' }])
})
