import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConcurrencyLimit } from '../../../../shared/messaging/overload/concurrency-limit.ts'
import { createAdmission, type Entry } from '../../../../shared/messaging/overload/concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Admission = ReturnType<typeof createAdmission>
type Fate = 'waits' | Entry

/** Someone who wants to enter; `fate` tells what has become of it. */
function arrive(admission: Admission): { fate: Fate } {
  const arrival: { fate: Fate } = { fate: 'waits' }
  void admission.enter().then((entry) => {
    arrival.fate = entry
  })
  return arrival
}
const count = (arrivals: readonly { fate: Fate }[], fate: Fate) => arrivals.filter((one) => one.fate === fate).length

async function arriveTogether(admission: Admission, many: number) {
  const arrivals = Array.from({ length: many }, () => arrive(admission))
  await vi.advanceTimersByTimeAsync(0)
  return arrivals
}

test('as many as the limit allows enter at once, and the next when one leaves', async () => {
  const admission = createAdmission()
  const arrivals = await arriveTogether(admission, 24)
  expect([count(arrivals, 'admitted'), count(arrivals, 'waits')]).toEqual([16, 8])
  admission.leave(2_000)
  await vi.advanceTimersByTimeAsync(0)
  expect([count(arrivals, 'admitted'), count(arrivals, 'waits')]).toEqual([17, 7])
})

test('whoever can be admitted soon waits in line, and knows that it is late while there are more than 64', async () => {
  const admission = createAdmission()
  const arrivals = await arriveTogether(admission, 16 + 56)
  admission.leave(2_000)
  await vi.advanceTimersByTimeAsync(0)
  expect([count(arrivals, 'admitted'), count(arrivals, 'late'), count(arrivals, 'waits')]).toEqual([16, 1, 55])
  for (let left = 0; left < 15; left++) admission.leave(2_000)
  await vi.advanceTimersByTimeAsync(0)
  expect([count(arrivals, 'late'), count(arrivals, 'refused')]).toEqual([4, 0])
})

test.each([
  ['are answered within a second', 10],
  ['take much longer than a second', 100],
])('64 calls of one moment are all made, also on a cold system, when they %s', async (_, msPerAnswer) => {
  const admission = createAdmission()
  const arrivals = await arriveTogether(admission, 64)
  for (let left = 0; left < 64; left++) {
    await vi.advanceTimersByTimeAsync(msPerAnswer)
    admission.leave(msPerAnswer * (left + 1))
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(count(arrivals, 'admitted')).toBe(64)
})

test('64 calls of one moment are all made after slow answers have lowered the limit', async () => {
  const admission = createAdmission()
  await arriveTogether(admission, 16)
  for (let left = 0; left < 16; left++) admission.leave(5_000)
  const arrivals = await arriveTogether(admission, 64)
  await vi.advanceTimersByTimeAsync(3_000)
  for (let left = 0; left < 64; left++) admission.leave(3_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(count(arrivals, 'admitted')).toBe(64)
})

test('who has waited too long is refused, until no more than 64 are there', async () => {
  const admission = createAdmission()
  const arrivals = await arriveTogether(admission, 80)
  await vi.advanceTimersByTimeAsync(400)
  expect(count(arrivals, 'refused')).toBe(0)
  await vi.advanceTimersByTimeAsync(50)
  expect([count(arrivals, 'admitted'), count(arrivals, 'refused'), count(arrivals, 'waits')]).toEqual([16, 16, 48])
})

test('who would have to wait longer is refused at once', async () => {
  const admission = createAdmission()
  await arriveTogether(admission, 80)
  for (let left = 0; left < 4; left++) admission.leave(2_000)
  // 15 are answered in 750 ms on average, so those in line take more than a second.
  const [newcomer] = await arriveTogether(admission, 1)
  expect(newcomer?.fate).toBe('refused')
})

test('a pause before answers that come together does not count as their pace', async () => {
  const admission = createAdmission()
  await arriveTogether(admission, 16 + 8)
  await vi.advanceTimersByTimeAsync(300)
  admission.leave(300)
  const [newcomer] = await arriveTogether(admission, 1)
  expect(newcomer?.fate).toBe('waits')
})

test('a line that has ended is forgotten', async () => {
  const admission = createAdmission()
  await arriveTogether(admission, 24)
  await vi.advanceTimersByTimeAsync(2_000)
  for (let left = 0; left < 16; left++) admission.leave(100)
  const arrivals = await arriveTogether(admission, 24)
  expect(count(arrivals, 'refused')).toBe(0)
})

test('slow answers lower the limit, to no less than what a slow machine needs', () => {
  const limit = createConcurrencyLimit()
  const { calls } = limit
  for (let answer = 0; answer < calls; answer++) limit.learn(5_000, false)
  expect(limit.calls).toBeLessThan(calls)
  for (let answer = 0; answer < 100; answer++) limit.learn(5_000, false)
  expect(limit.calls).toBe(8)
})

test('as many are under way as are answered within the target', () => {
  const limit = createConcurrencyLimit()
  const perSecond = 120
  for (let answer = 0; answer < 1_000; answer++) limit.learn((limit.calls / perSecond) * 1_000, true)
  expect(limit.calls).toBeGreaterThan(0.3 * perSecond)
  expect(limit.calls).toBeLessThan(0.4 * perSecond)
})

test('quick answers raise the limit again, if it was used up', () => {
  const limit = createConcurrencyLimit()
  const { calls } = limit
  for (let answer = 0; answer < 100; answer++) limit.learn(10, false)
  expect(limit.calls).toBe(calls)
  for (let answer = 0; answer < 2 * calls; answer++) limit.learn(10, true)
  expect(limit.calls).toBeGreaterThan(calls)
})

test('one slow answer among quick ones changes nothing', () => {
  const limit = createConcurrencyLimit()
  const { calls } = limit
  for (let answer = 0; answer < 20; answer++) limit.learn(10, false)
  limit.learn(1_500, false)
  expect(limit.calls).toBe(calls)
})
