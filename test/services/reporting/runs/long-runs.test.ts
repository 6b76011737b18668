import { expect, test } from 'vitest'
import type { Generations } from '../../../../services/reporting/follower/generation.model.ts'
import { defineReport } from '../../../../services/reporting/reports/report.ts'
import { createRunReport } from '../../../../services/reporting/runs/run-report.ts'
import { createRuns } from '../../../../services/reporting/runs/runs.ts'
import { whoDidWhat } from '../../../../shared/contract/reports/work-reports.ts'
import { createLog } from '../../../../shared/process/log.ts'
import { aContext } from '../../../shared/database/counted-writes.ts'
import { unique } from '../../../support/records/factories.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

const AT = new Date('2026-01-31T10:00:00Z')
const LONG_MS = 20_000

/** A report whose rows come when `finish` is called, of a feed that grows by one change with each request. */
async function aSlowReport() {
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let [sequence, runs] = [0, 0]
  const report = defineReport(whoDidWhat, async function* () {
    runs++
    await isFinished
    yield* []
  })
  const readable = async () => ({ _id: 1, sequence: ++sequence, at: AT })
  const log = createLog('test', 'silent')
  const run = createRunReport({
    call: () => Promise.reject(new Error('No other service is asked')),
    // Only what is read of the present generation.
    generations: { readable, isKept: async () => true } as unknown as Generations,
    // The report reads nothing.
    historyOf: Object.assign(() => ({}) as never, { drop: async () => undefined }),
    runs: createRuns(await connectDatabase(unique('runs')), log),
    timeZone: 'UTC',
  })
  /** Resolves to the sequence that the response is of. */
  const ask = async (waitMs: number, snapshot?: number) => {
    const context = aContext({ deadline: Date.now() + waitMs })
    await run(report, { page: 1, pageSize: 25, snapshot }, context)
    return context.reply.snapshot?.sequence
  }
  return { ask, finish, runs: () => runs }
}

test('A report that takes longer than its request may is answered to the next ones, though the feed has grown', async () => {
  const { ask, finish, runs } = await aSlowReport()
  await expect(ask(20)).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect(ask(20)).rejects.toMatchObject({ code: 'service_unavailable' })
  const waiting = ask(LONG_MS)
  finish()
  expect(await waiting).toBe(1)
  expect(await ask(LONG_MS)).toBe(1)
  expect(runs()).toBe(1)
})

test('A report that is answered in time is computed anew once the feed has grown', async () => {
  const { ask, finish, runs } = await aSlowReport()
  finish()
  expect(await ask(LONG_MS)).toBe(1)
  expect(await ask(LONG_MS)).toBe(2)
  expect(runs()).toBe(2)
})
