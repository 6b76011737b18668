import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  defaultSchedule,
  judge,
  nextAttemptAt,
  parseRetryAfter,
} from '../../../services/notifications/webhooks/delivery/outcome.ts'

const START = Date.parse('2026-01-31T09:30:00Z')
const HOUR = 3_600_000
const giveUpAt = START + 24 * HOUR

/** The times of the attempts of a delivery that always fails at once, in seconds after the first. */
function attemptsWith(random: () => number): number[] {
  const times: number[] = []
  let now: number | undefined = START
  for (let attempt = 1; now !== undefined; attempt++) {
    times.push(Math.round((now - START) / 1000))
    now = nextAttemptAt(defaultSchedule, { attempt, now, giveUpAt }, random)
  }
  return times
}

test('attempts are made for exactly 24 hours, with growing pauses', () => {
  const middle = attemptsWith(() => 0.5)
  expect(middle.slice(0, 9)).toEqual([0, 5, 20, 65, 200, 605, 1820, 5465, 16_400])
  expect(middle.at(-1)).toBe(86_400)
  expect(middle).toHaveLength(14)
})

test('jitter changes each pause by a tenth at most, and never the end', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })), (chances) => {
      const times = attemptsWith(() => Number(chances.next().value))
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      expect(times.at(-1)).toBe(86_400)
      for (const [index, pause] of pauses.slice(0, -1).entries()) {
        const regular = Math.min(5 * 3 ** index, 14_400)
        expect(pause).toBeGreaterThanOrEqual(Math.floor(regular * 0.9) - 1)
        expect(pause).toBeLessThanOrEqual(Math.ceil(regular * 1.1) + 1)
      }
    }),
  )
  expect(attemptsWith(() => 0)).not.toEqual(attemptsWith(() => 0.9))
})

test.each<[string | undefined, number | undefined]>([
  ['120', 120_000],
  ['0', 0],
  ['Sat, 31 Jan 2026 09:32:00 GMT', 120_000],
  ['Sat, 31 Jan 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s means %s ms', (value, expected) => {
  expect(parseRetryAfter(value, START)).toBe(expected)
})

const judged = (status: number | null, retryAfter?: string, attempts = 0, now = START) =>
  judge(
    status === null ? { status, error: 'The connection failed: ECONNREFUSED.' } : { status, retryAfter },
    { attempts, giveUpAt: new Date(giveUpAt) },
    { ...defaultSchedule, jitter: 0 },
    now,
  )

test('2xx is a success, any other status a failure, and 410 ends the delivery', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    expect(judged(status)).toEqual({ outcome: 'delivered', nextAttempt: null, pausedUntil: null, isGone: false })
  }
  for (const status of [100, 199, 300, 301, 302, 304, 307, 400, 401, 404, 500, 502, null]) {
    expect(judged(status)).toEqual({ outcome: 'failed', nextAttempt: START + 5_000, pausedUntil: null, isGone: false })
  }
  expect(judged(410)).toEqual({ outcome: 'given up', nextAttempt: null, pausedUntil: null, isGone: true })
  expect(judged(500, undefined, 13, giveUpAt)).toMatchObject({ outcome: 'given up', nextAttempt: null })
})

test('Retry-After is obeyed with 429 and 503, for at most a day, and ignored with others', () => {
  for (const status of [429, 503]) {
    expect(judged(status, '3600')).toMatchObject({ nextAttempt: START + HOUR, pausedUntil: START + HOUR })
    // An earlier time than the schedule's changes nothing.
    expect(judged(status, '1')).toMatchObject({ nextAttempt: START + 5_000, pausedUntil: START + 1_000 })
    expect(judged(status, '9999999')).toMatchObject({ nextAttempt: giveUpAt, pausedUntil: giveUpAt })
    expect(judged(status, 'soon')).toMatchObject({ nextAttempt: START + 5_000, pausedUntil: null })
  }
  expect(judged(500, '3600')).toMatchObject({ nextAttempt: START + 5_000, pausedUntil: null })
})
