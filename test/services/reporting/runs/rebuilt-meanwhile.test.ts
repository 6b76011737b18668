import { expect, test } from 'vitest'
import { createGenerations } from '../../../../services/reporting/follower/generation.model.ts'
import { defineReport } from '../../../../services/reporting/reports/report.ts'
import { createRunReport } from '../../../../services/reporting/runs/run-report.ts'
import { createRuns } from '../../../../services/reporting/runs/runs.ts'
import { whoDidWhat } from '../../../../shared/contract/reports/work-reports.ts'
import { migrate } from '../../../../shared/database/mongo.ts'
import { inTransaction } from '../../../../shared/database/transaction.ts'
import { createLog } from '../../../../shared/process/log.ts'
import { aContext } from '../../../shared/database/counted-writes.ts'
import { refusal } from '../../../support/checks/probe.ts'
import { unique } from '../../../support/records/factories.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

const LONG_MS = 20_000
const soon = () => Date.now() + LONG_MS

/** A report whose first run waits until a rebuild has ended so long ago; its rows are those of the generation that it reads. */
async function open(endedMs: number) {
  const connection = await connectDatabase(unique('reporting'))
  const generations = createGenerations(connection)
  await migrate(connection)
  await generations.add(1, true)
  await generations.catchUp(await generations.current())
  const rebuild = async () => {
    const current = await generations.current()
    await generations.add(2, false)
    const next = { ...current, _id: 2 }
    await inTransaction(connection, soon(), (session) => generations.replace(current, next, session))
    const retired = new Date(Date.now() - endedMs)
    await connection.collection<{ _id: number }>('generations').updateOne({ _id: 1 }, { $set: { retired } })
  }
  let runs = 0
  const read: number[] = []
  const report = defineReport(whoDidWhat, async function* (history) {
    if (runs++ === 0) await rebuild()
    read.push(Number(Object(history).generation))
    yield* []
  })
  const run = createRunReport({
    call: () => Promise.reject(new Error('No other service is asked')),
    generations,
    // The report reads nothing but this.
    historyOf: Object.assign((generation: number) => ({ generation }) as never, { drop: async () => undefined }),
    runs: createRuns(connection, createLog('test', 'silent')),
    timeZone: 'UTC',
  })
  const ask = () => run(report, { page: 1, pageSize: 25 }, aContext({ deadline: soon() }))
  const kept = () => connection.collection('runs').countDocuments()
  return { ask, read, kept }
}

test('a report returns 503 if a rebuild drops what it was waiting to read, and the next one reads the new history', async () => {
  const { ask, read, kept } = await open(61_000)
  expect(await refusal(ask())).toMatchObject({ code: 'service_unavailable' })
  expect(await kept()).toBe(0)
  expect(await ask()).toMatchObject({ totalCount: 0 })
  expect([read, await kept()]).toEqual([[1, 2], 1])
})

test('a report that ends soon after a rebuild has read all of what it began with', async () => {
  const { ask, read } = await open(1_000)
  expect(await ask()).toMatchObject({ totalCount: 0 })
  expect(read).toEqual([1])
})
