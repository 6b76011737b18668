import { afterEach, expect, test, vi } from 'vitest'
import type { Generations } from '../../../../services/reporting/follower/generation.model.ts'
import { expiry } from '../../../../services/reporting/reports/expiry.ts'
import type { Report } from '../../../../services/reporting/reports/report.ts'
import { valuation } from '../../../../services/reporting/reports/valuation.ts'
import { createRunReport } from '../../../../services/reporting/runs/run-report.ts'
import { createRuns } from '../../../../services/reporting/runs/runs.ts'
import { createLog } from '../../../../shared/process/log.ts'
import { aContext } from '../../../shared/database/counted-writes.ts'
import { unique } from '../../../support/records/factories.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

afterEach(() => void vi.useRealTimers())

const HOUR_MS = 3_600_000
/** A day that the database does not remove runs of yet. */
const TODAY = new Date(Date.now() + 24 * HOUR_MS).toISOString().slice(0, 10)

/** A report of a feed that has not changed since yesterday, each run of which has two rows with the moment of the run. */
async function aReport(like: Report) {
  vi.useFakeTimers({ toFake: ['Date'] })
  let generation = 1
  let runs = 0
  const rows: Report['rows'] = async function* (_history, { now }) {
    runs++
    for (const wid of [1, 2]) yield { wid, at: now.at }
  }
  const run = createRunReport({
    call: () => Promise.reject(new Error('No other service is asked')),
    // Only what is read of the present generation.
    generations: {
      readable: async () => ({ _id: generation, sequence: 7, at: new Date(0) }),
      isKept: async () => true,
    } as unknown as Generations,
    // The report reads nothing.
    historyOf: Object.assign(() => ({}) as never, { drop: async () => undefined }),
    runs: createRuns(await connectDatabase(unique('runs')), createLog('test', 'silent')),
    timeZone: 'Europe/Berlin',
  })
  return {
    async ask(time: string, page = 1, snapshot?: number) {
      vi.setSystemTime(new Date(`${TODAY}T${time}:00Z`))
      const { value } = await run({ ...like, rows }, { page, pageSize: 1, snapshot }, aContext())
      return value
    },
    rebuild: () => void generation++,
    runs: () => runs,
  }
}

test('pages are of one run while nothing changes in the day, whoever else asks for the report', async () => {
  const { ask, runs } = await aReport(valuation)
  const at = new Date(`${TODAY}T09:45:00Z`)
  expect(await ask('09:59')).toEqual([{ wid: 1, at }])
  expect(await ask('10:01')).toEqual([{ wid: 1, at }])
  expect(await ask('10:02', 2, 7)).toEqual([{ wid: 2, at }])
  expect(runs()).toBe(1)
})

test('a report is run again on the next day, and of what was derived anew', async () => {
  const { ask, rebuild, runs } = await aReport(valuation)
  await ask('21:59')
  // In Berlin it is the next day.
  expect(await ask('23:01')).toEqual([{ wid: 1, at: new Date(`${TODAY}T23:00:00Z`) }])
  expect(runs()).toBe(2)
  rebuild()
  await ask('23:02')
  expect(runs()).toBe(3)
})

test('a report that changes with the time of day is run again in each quarter of an hour', async () => {
  const { ask, runs } = await aReport(expiry)
  await ask('09:45')
  await ask('09:59')
  expect(runs()).toBe(1)
  await ask('10:01')
  expect(runs()).toBe(2)
})
