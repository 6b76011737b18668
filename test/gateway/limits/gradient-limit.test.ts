import { expect, test } from 'vitest'
import { createGradientLimit, type GradientLimit } from '../../../gateway/limits/gradient-limit.ts'

/** A service on which calls under way share a rate, behind a limit that is used up. */
function saturate(limit: GradientLimit, perSecond: number, answers: number, leastMs = 0) {
  for (let answer = 0; answer < answers; answer++)
    limit.learn(Math.max(leastMs, (limit.calls / perSecond) * 1_000), true)
}

test('quick answers raise the limit, if it was used up', () => {
  const limit = createGradientLimit(() => 0)
  const { calls } = limit
  for (let answer = 0; answer < 100; answer++) limit.learn(10, false)
  expect(limit.calls).toBe(calls)
  for (let answer = 0; answer < 100; answer++) limit.learn(10, true)
  expect(limit.calls).toBeGreaterThan(calls)
})

test('slow responses lower it, in one round by a half at most, and never below 4', () => {
  const limit = createGradientLimit(() => 0)
  const { calls } = limit
  for (let answer = 0; answer < calls; answer++) limit.learn(5_000, true)
  expect(limit.calls).toBeLessThan(calls)
  expect(limit.calls).toBeGreaterThanOrEqual(calls / 2)
  for (let answer = 0; answer < 100; answer++) limit.learn(5_000, true)
  expect(limit.calls).toBe(4)
})

test('one slow response among quick ones changes nothing', () => {
  const limit = createGradientLimit(() => 0)
  const { calls } = limit
  for (let answer = 0; answer < 20; answer++) limit.learn(10, false)
  limit.learn(1_500, false)
  expect(limit.calls).toBe(calls)
})

test('as many calls are under way as the service can answer in the time that the least service time allows', () => {
  const quick = createGradientLimit(() => 0)
  quick.learn(5, false)
  saturate(quick, 1_000, 10_000)
  expect(quick.averageMs).toBeGreaterThan(200)
  expect(quick.averageMs).toBeLessThan(300)
})

test.each([1_000, 30])('calls take as long as the target when a service answers %i a second', (perSecond) => {
  const limit = createGradientLimit(() => 0)
  limit.learn(5, false)
  saturate(limit, perSecond, 10_000)
  // Three times the least, and 200 ms.
  expect(Math.abs(limit.averageMs - 215)).toBeLessThan(35)
})

test('a service that is slow even when it has little to do gets more time', () => {
  const [quick, slow] = [5, 80].map((leastMs) => {
    const limit = createGradientLimit(() => 0)
    limit.learn(leastMs, false)
    saturate(limit, 100, 10_000, leastMs)
    return limit.calls
  })
  expect(slow).toBeGreaterThan(1.5 * (quick ?? 0))
})

test('no service gets more than 400 ms on average', () => {
  const limit = createGradientLimit(() => 0)
  limit.learn(100, false)
  saturate(limit, 100, 10_000, 100)
  expect(Math.abs(limit.averageMs - 400)).toBeLessThan(20)
})

test('a least service time that is long ago is forgotten, so that a machine that became slower gets more time', () => {
  let now = 0
  const limit = createGradientLimit(() => now)
  limit.learn(5, false)
  saturate(limit, 100, 1_000)
  const before = limit.calls
  for (let second = 0; second < 300; second++) {
    now += 1_000
    saturate(limit, 100, 100)
  }
  expect(limit.calls).toBeGreaterThan(1.5 * before)
})
