import { describe, expect, test } from 'vitest'
import { isLate, lateBefore } from '../../../console/src/fold/days.ts'

/** Runs with the zone of another viewer. */
function inZone<T>(zone: string, run: () => T): T {
  const { TZ } = process.env
  try {
    process.env.TZ = zone
    return run()
  } finally {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
}

describe.each([
  ['west of UTC', 'America/New_York', '2026-11-25T05:00:00Z', '2026-11-26T04:59:59Z'],
  ['in UTC', 'UTC', '2026-11-25T00:00:00Z', '2026-11-25T23:59:59Z'],
  ['east of UTC', 'Pacific/Auckland', '2026-11-24T11:00:00Z', '2026-11-25T10:59:59Z'],
])('A day without a time, %s,', (_, zone, ...moments) => {
  const days = ['2026-11-24', '2026-11-25', '2026-11-26'].map((day) => `${day}T00:00:00.000Z`)

  test('is late when the viewer has the next day, and is listed as late from then on', () => {
    for (const now of moments.map((moment) => new Date(moment)))
      inZone(zone, () => {
        expect(days.map((day) => isLate(day, now))).toEqual([true, false, false])
        expect(days.map((day) => day < lateBefore(now))).toEqual([true, false, false])
      })
  })
})

test('a moment is late when its day has passed in the zone of the viewer, and none of today is listed as late', () => {
  const now = new Date('2026-11-25T16:00:00Z')
  const due = ['2026-11-25T04:59:00.000Z', '2026-11-25T05:01:00.000Z']
  inZone('America/New_York', () => {
    expect(due.map((at) => isLate(at, now))).toEqual([true, false])
    expect(due.map((at) => at < lateBefore(now))).toEqual([false, false])
  })
  inZone('Europe/Berlin', () => expect('2026-11-24T23:30:00.000Z' < lateBefore(now)).toBe(false))
})

test('what is due today is not late, whatever the time; what was due yesterday is', () => {
  const now = new Date(2026, 10, 25, 16, 30)
  const at = (...moment: [day: number, hour: number]) => new Date(2026, 10, ...moment).toISOString()
  expect([at(25, 0), at(25, 12), at(26, 0), null].map((due) => isLate(due, now))).toEqual([false, false, false, false])
  expect([at(24, 23), at(1, 0)].map((due) => isLate(due, now))).toEqual([true, true])
})
