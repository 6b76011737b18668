import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createConcurrencyLimiter,
  LATEST_START_MS,
  MAX_QUEUED,
  NO_OVERLOAD,
  REFUSED_AFTER_MS,
  type Slot,
} from '../../../gateway/limits/concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Limiter = ReturnType<typeof createConcurrencyLimiter>

interface Arrival {
  state: 'queued' | 'in flight' | 'ended' | 'refused'
  slot?: Slot
  /** Lets its call be answered. */
  answer(): void
  /** The client goes away. */
  leave(): void
}

/** A request that makes its call as soon as it may, and ends when the call has been answered. */
function arrive(limiter: Limiter): Arrival {
  const arrival: Arrival = { state: 'queued', answer: () => undefined, leave: () => undefined }
  const call = new Promise<void>((answer) => {
    arrival.answer = answer
  })
  arrival.leave = limiter.acquire((slot) => {
    arrival.state = slot ? 'in flight' : 'refused'
    if (!slot) return
    arrival.slot = slot
    void slot
      .run(() => call)
      .then(() => {
        arrival.state = 'ended'
        slot.release()
      })
  })
  return arrival
}
const arriveTogether = (limiter: Limiter, many: number) => Array.from({ length: many }, () => arrive(limiter))
const inState = (arrivals: readonly Arrival[], state: Arrival['state']) => arrivals.filter((one) => one.state === state)

/** Answers one call after the other, the oldest first. */
async function answerAll(arrivals: readonly Arrival[], msPerResponse: number) {
  for (let [next] = inState(arrivals, 'in flight'); next; [next] = inState(arrivals, 'in flight')) {
    await vi.advanceTimersByTimeAsync(msPerResponse)
    next.answer()
    await vi.advanceTimersByTimeAsync(0)
  }
}

test('as many calls are in flight as the limit allows, and the oldest request in the queue follows when one ends', async () => {
  const limiter = createConcurrencyLimiter()
  const arrivals = arriveTogether(limiter, limiter.limit + 8)
  expect(inState(arrivals, 'queued')).toEqual(arrivals.slice(-8))
  arrivals[3]?.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(inState(arrivals, 'queued')).toEqual(arrivals.slice(-7))
})

test.each([
  ['are answered within a second', 10],
  ['take much longer than a second', 100],
])('64 requests of one moment all get a slot, also on a cold system, when they %s', async (_, msPerResponse) => {
  const arrivals = arriveTogether(createConcurrencyLimiter(), 64)
  await answerAll(arrivals, msPerResponse)
  expect(inState(arrivals, 'ended')).toHaveLength(64)
  expect(arrivals.some(({ slot }) => slot && !slot.mayStartLate())).toBe(false)
})

test('64 requests of one moment all get a slot after slow responses have lowered the limit', async () => {
  const limiter = createConcurrencyLimiter()
  await answerAll(arriveTogether(limiter, 64), 500)
  expect(limiter.limit).toBeLessThan(createConcurrencyLimiter().limit)
  const arrivals = arriveTogether(limiter, 64)
  await answerAll(arrivals, 100)
  expect(inState(arrivals, 'ended')).toHaveLength(64)
})

test('8 calls may be in flight however slow they are, and 4 under overload', async () => {
  const limiter = createConcurrencyLimiter()
  await answerAll(arriveTogether(limiter, 64), 2_000)
  const slow = arriveTogether(limiter, NO_OVERLOAD)
  expect(inState(slow, 'in flight')).toHaveLength(8)
  arriveTogether(limiter, NO_OVERLOAD)
  await vi.advanceTimersByTimeAsync(REFUSED_AFTER_MS - 1)
  arriveTogether(limiter, 8)
  for (const { answer } of slow.slice(0, 8)) answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(limiter.inFlight).toBe(4)
})

test('of more than 64 requests, those that have been queued too long are refused', async () => {
  const limiter = createConcurrencyLimiter()
  const arrivals = arriveTogether(limiter, NO_OVERLOAD + 1)
  await vi.advanceTimersByTimeAsync(REFUSED_AFTER_MS - 1)
  expect(inState(arrivals, 'refused')).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(inState(arrivals, 'refused')).toEqual(arrivals.slice(limiter.inFlight))
})

test('a request that is held back is not started any more, even if there is a free slot', async () => {
  const limiter = createConcurrencyLimiter()
  const arrivals = arriveTogether(limiter, 100)
  await vi.advanceTimersByTimeAsync(REFUSED_AFTER_MS - 1)
  await answerAll(arrivals, 0)
  await vi.advanceTimersByTimeAsync(100)
  expect([inState(arrivals, 'ended').length, inState(arrivals, 'refused').length]).toEqual([16, 84])
})

test('under overload the newest request goes first, and the service may not start it late', async () => {
  const limiter = createConcurrencyLimiter()
  const old = arriveTogether(limiter, 500)
  await vi.advanceTimersByTimeAsync(REFUSED_AFTER_MS - 50)
  const young = arriveTogether(limiter, 10)
  for (const { answer } of old.slice(0, 3)) answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(young.at(0)?.state).toBe('queued')
  expect(young.at(-1)?.state).toBe('in flight')
  const slot = young.at(-1)?.slot
  expect(slot?.mayStartLate()).toBe(false)
  expect(slot?.startDeadline).toBe(Date.now() + LATEST_START_MS.underOverload)
  await vi.advanceTimersByTimeAsync(2_000)
  await answerAll([...old, ...young], 1)
  expect(slot?.mayStartLate()).toBe(true)
})

test('without refusals a service has the same time to start a call, however long it was queued before', async () => {
  const limiter = createConcurrencyLimiter()
  const arrivals = arriveTogether(limiter, NO_OVERLOAD)
  await vi.advanceTimersByTimeAsync(2_000)
  for (const { answer } of arrivals.slice(0, 8)) answer()
  await vi.advanceTimersByTimeAsync(0)
  const slot = inState(arrivals, 'in flight').at(-1)?.slot
  expect(slot?.startDeadline).toBe(Date.now() + LATEST_START_MS.otherwise)
})

test('after an overload nothing is left: no timer, nothing in flight, and the next request is not queued', async () => {
  const limiter = createConcurrencyLimiter()
  const arrivals = arriveTogether(limiter, 500)
  await vi.advanceTimersByTimeAsync(2_000)
  await answerAll(arrivals, 1)
  expect([limiter.inFlight, limiter.queued]).toEqual([0, 0])
  expect(vi.getTimerCount()).toBe(0)
  expect(arrive(limiter).state).toBe('in flight')
})

test('a request whose client leaves is removed from the queue', async () => {
  const limiter = createConcurrencyLimiter()
  const arrivals = arriveTogether(limiter, limiter.limit + 3)
  const [left, ...rest] = inState(arrivals, 'queued')
  left?.leave()
  await answerAll(arrivals, 1)
  expect(left?.state).toBe('queued')
  expect(rest.map(({ state }) => state)).toEqual(['ended', 'ended'])
})

test('a slot that nobody gives back is taken back when no call can take so long, and counted once', async () => {
  const losses: number[] = []
  const limiter = createConcurrencyLimiter({ longestCallMs: 35_000, onLost: () => losses.push(Date.now()) })
  const slots: (Slot | undefined)[] = []
  for (let taken = 0; taken < limiter.limit; taken++) limiter.acquire((slot) => slots.push(slot))
  await vi.advanceTimersByTimeAsync(35_000)
  expect([limiter.lost, limiter.inFlight]).toEqual([0, 16])
  await vi.advanceTimersByTimeAsync(1)
  expect(arrive(limiter).state).toBe('in flight')
  expect([limiter.lost, limiter.inFlight, losses.length]).toEqual([16, 1, 16])
  for (const slot of slots) slot?.release()
  expect([limiter.lost, limiter.inFlight]).toEqual([16, 1])
})

test('a request that waits gets the slot that is taken back, without a further request', async () => {
  const limiter = createConcurrencyLimiter({ longestCallMs: 35_000 })
  for (let taken = 0; taken < limiter.limit; taken++) limiter.acquire(() => undefined)
  const waiting = arrive(limiter)
  await vi.advanceTimersByTimeAsync(35_100)
  expect(waiting.state).toBe('in flight')
})

test('a request that makes no call gives its slot back, once, and the limit learns nothing', () => {
  const limiter = createConcurrencyLimiter()
  const slots: (Slot | undefined)[] = []
  limiter.acquire((slot) => slots.push(slot))
  slots[0]?.release()
  slots[0]?.release()
  expect(limiter.inFlight).toBe(0)
})

test('a call that fails gives its slot back', async () => {
  const limiter = createConcurrencyLimiter()
  const failed: unknown[] = []
  limiter.acquire((slot) => {
    void slot
      ?.run(() => Promise.reject(new Error('no answer')))
      .catch((error: unknown) => {
        failed.push(error)
        slot.release()
      })
  })
  await vi.advanceTimersByTimeAsync(0)
  expect([failed.length, limiter.inFlight]).toEqual([1, 0])
})

test('the queue has a limit: beyond it the oldest request is refused at once', () => {
  const limiter = createConcurrencyLimiter()
  const arrivals = arriveTogether(limiter, limiter.limit + MAX_QUEUED + 5)
  expect(limiter.queued).toBe(MAX_QUEUED)
  expect(inState(arrivals, 'refused')).toEqual(arrivals.slice(limiter.limit, limiter.limit + 5))
})
