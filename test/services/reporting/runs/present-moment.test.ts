import { afterEach, expect, test, vi } from 'vitest'
import { periodOf } from '../../../../services/reporting/reports/report.ts'
import { findMoment } from '../../../../services/reporting/runs/find-moment.ts'
import { createDays } from '../../../../shared/contract/dates/days.ts'
import { aContext } from '../../../shared/database/counted-writes.ts'

afterEach(() => void vi.useRealTimers())

/** The present moment of reports, of a feed whose last change happened earlier. */
function findPresent(timeZone: string, now: string, last: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const call = () => Promise.reject(new Error('No other service is asked'))
  const generation = { _id: 1, sequence: 7, at: new Date(last), isCurrent: true }
  return findMoment(undefined, generation, { call, days: createDays(timeZone), context: aContext() })
}

test.each([
  ['Asia/Kolkata', '2026-01-30T18:45:00Z'],
  ['Asia/Kathmandu', '2026-01-30T18:20:00Z'],
  ['Europe/Berlin', '2026-01-30T23:00:00Z'],
])('in %s the last day of a report is the present one from its beginning on, without a change', async (zone, now) => {
  const days = createDays(zone)
  const { closing } = periodOf({ query: {}, now: await findPresent(zone, now, '2026-01-30T17:50:00Z'), days })
  expect(days.dayOf(closing.at).name).toBe('2026-01-31')
})

test('the present moment is that of the last change, or the beginning of the present quarter of an hour', async () => {
  const atOf = async (last: string) => (await findPresent('UTC', '2026-01-31T10:44:59Z', last)).at.toISOString()
  expect(await atOf('2026-01-31T09:00:00Z')).toBe('2026-01-31T10:30:00.000Z')
  expect(await atOf('2026-01-31T10:31:00Z')).toBe('2026-01-31T10:31:00.000Z')
})

test('in every zone days begin at a quarter of an hour', () => {
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const day of ['2026-01-31', '2026-07-31'])
      expect(createDays(zone).startOf(day).getTime() % 900_000, `${zone} ${day}`).toBe(0)
})
