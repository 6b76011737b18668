import { expect, test } from 'vitest'
import { createSteadyClock } from '../../../shared/process/time/clock.ts'

const HOUR_MS = 3_600_000

/** A clock, and the time that has passed. */
function open() {
  let [elapsed, ahead] = [0, 0]
  const jumps: { readonly ms: number; readonly isFollowed: boolean }[] = []
  const now = createSteadyClock({
    wall: () => 10 * HOUR_MS + elapsed + ahead,
    monotonic: () => elapsed,
    onJump: (jump) => jumps.push(jump),
  })
  const pass = (ms: number) => {
    for (const end = elapsed + ms; elapsed < end; now()) elapsed += 1_000
  }
  const set = (ms: number) => {
    ahead += ms
  }
  return { sinceStart: () => now() - 10 * HOUR_MS, pass, set, jumps }
}

test.each([HOUR_MS, -HOUR_MS])('a clock that jumps by %i ms and is set right in time was never wrong', (ms) => {
  const { sinceStart, pass, set, jumps } = open()
  pass(5_000)
  set(ms)
  pass(55_000)
  expect(sinceStart()).toBe(60_000)
  set(-ms)
  pass(10_000)
  expect(sinceStart()).toBe(70_000)
  expect(jumps).toEqual([{ ms, isFollowed: false }])
})

test.each([HOUR_MS, -HOUR_MS])('a time that is %i ms away is followed once it has lasted for a minute', (ms) => {
  const { sinceStart, pass, set, jumps } = open()
  set(ms)
  pass(60_000)
  expect(sinceStart()).toBe(60_000)
  pass(1_000)
  expect(sinceStart()).toBe(61_000 + ms)
  expect(jumps).toEqual([
    { ms, isFollowed: false },
    { ms, isFollowed: true },
  ])
})

test('a clock that jumps twice is followed a minute after the second time', () => {
  const { sinceStart, pass, set } = open()
  set(HOUR_MS)
  pass(40_000)
  set(HOUR_MS)
  pass(40_000)
  expect(sinceStart()).toBe(80_000)
  pass(21_000)
  expect(sinceStart()).toBe(101_000 + 2 * HOUR_MS)
})

test('small corrections are followed at once', () => {
  const { sinceStart, pass, set } = open()
  for (const ms of [300, 300, 300, 300, -900]) {
    set(ms)
    pass(1_000)
  }
  expect(sinceStart()).toBe(5_300)
})
