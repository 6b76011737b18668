import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createArrivalClock } from '../../../gateway/http/start-request.ts'

beforeEach(() => void vi.useFakeTimers({ now: 10_000 }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The process stands still, then its timers run before it reads anything. */
function standStill(ms: number) {
  const { now } = performance
  vi.setSystemTime(Date.now() + ms)
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ms)
  vi.advanceTimersToNextTimer()
}

test('a request arrives when it is read', () => {
  const arrivedAt = createArrivalClock()
  vi.advanceTimersByTime(3_000)
  expect(arrivedAt()).toBe(13_000)
})

test('what is read right after the process stood still may have come when that began', () => {
  const arrivedAt = createArrivalClock()
  standStill(1_500)
  expect(arrivedAt()).toBe(10_000)
})

test('what comes later has not waited', () => {
  const arrivedAt = createArrivalClock()
  standStill(1_500)
  vi.advanceTimersByTime(100)
  expect(arrivedAt()).toBe(Date.now())
})

test.each([3_600_000, -3_600_000])('a clock that is set %i ms ahead, and right again, is no stall', (ms) => {
  const arrivedAt = createArrivalClock()
  for (const jump of [ms, -ms]) {
    vi.setSystemTime(Date.now() + jump)
    vi.advanceTimersByTime(5_000)
    expect(arrivedAt()).toBe(Date.now())
  }
})
