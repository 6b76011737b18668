import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createGenerations } from '../../../../services/reporting/follower/generation.model.ts'
import { createHistoryOf } from '../../../../services/reporting/history-of.ts'
import type { Report } from '../../../../services/reporting/reports/report.ts'
import { reports } from '../../../../services/reporting/reports.ts'
import { createRunReport, type ReportQuery } from '../../../../services/reporting/runs/run-report.ts'
import { createRuns } from '../../../../services/reporting/runs/runs.ts'
import { connectMongo } from '../../../../shared/database/mongo.ts'
import { addDays } from '../../../../shared/day.ts'
import { createOwner } from '../../../../shared/process/disposal.ts'
import { createLog } from '../../../../shared/process/log.ts'
import { analyze } from '../../build/build-stock.ts'
import { asRequest } from '../../build/workshop.ts'
import type { BenchOptions } from '../../options.ts'
import { circumstances } from '../../results.ts'
import { median } from '../../statistics.ts'
import { ownServers } from '../../world/world.ts'
import { buildHistory, type HistoryLevel } from './build-history.ts'
import { FEED_END, FEED_START } from './feed.ts'
import type { HistorySize, ReportGrowth, ReportLatency } from './report-growth.ts'

const POOL_SIZE = 12
const SOCKET_TIMEOUT_MS = 600_000
const PAGE_SIZE = 1_000
const log = createLog('bench', 'warn')

/** Derives histories of each size from made feeds, and measures every report on each of them in turn. */
export async function measureReports(options: BenchOptions, say: (line: string) => void): Promise<ReportGrowth> {
  await using owner = createOwner()
  const dataDir = options.dataDir ? resolve(options.dataDir) : mkdtempSync(join(tmpdir(), 'inventory-reports-'))
  if (options.dataDir === undefined) owner.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  const { servers, urls } = await ownServers(dataDir, say)
  owner.defer(() => servers.stop())

  const built: { readonly size: Omit<HistorySize, 'latencies'>; readonly asker: Asker; latencies: ReportLatency[] }[] =
    []
  for (const movements of options.movements) {
    say(`Deriving the history of ${movements} movements`)
    const connection = await connectMongo({
      ...{ uri: urls.MONGODB_URI, database: `scale-reports-${movements}`, poolSize: POOL_SIZE, log },
      socketTimeoutMs: SOCKET_TIMEOUT_MS,
    })
    owner.defer(() => connection.close())
    const generations = createGenerations(connection)
    const key = { connection, generations, historyOf: createHistoryOf(connection) }
    const size = { movements, ...(await buildHistory(key, movements, say)) }
    built.push({ size, asker: createAsker(key), latencies: [] })
  }
  await analyze(dataDir, say)
  for (const question of questions.filter(({ name }) => isAsked(name, options.only))) {
    for (const { size, asker, latencies } of built) {
      const latency = await asker(question, options.rounds)
      const { runMs, rows } = latency
      say(`${question.name}, ${size.movements} movements: ${Math.round(runMs)} ms, ${rows} rows`)
      latencies.push(latency)
    }
  }
  const settings = `medians of ${options.rounds} runs and of so many pages of ${PAGE_SIZE} rows`
  return { ...circumstances(settings), sizes: built.map(({ size, latencies }) => ({ ...size, latencies })) }
}

const isAsked = (name: string, only: readonly string[]) =>
  only.length === 0 || only.some((start) => name.startsWith(start))

interface ReportQuestion {
  readonly name: string
  readonly report: Report
  readonly query: Readonly<Record<string, string>>
}

const MIDDLE = new Date((FEED_START.getTime() + FEED_END.getTime()) / 2).toISOString().slice(0, 10)
const LAST_DAY = addDays(FEED_END.toISOString().slice(0, 10), -1)

/** Periods of 30 days. */
const until = (to: string) => ({ from: addDays(to, -29), to })

/** Each report as of now and of a day in the middle of the history, or of the last 30 days before them. */
const questions: readonly ReportQuestion[] = reports.flatMap((report) => {
  const { reportID, parameters } = report.declaration
  const ask = (how: string, query: ReportQuestion['query']) => ({ name: `${reportID} ${how}`, report, query })
  const { asOf, from, method, by } = parameters.shape
  if (from) return [ask('last 30 days', until(LAST_DAY)), ask('30 days in the middle', until(MIDDLE))]
  const others = [...(method ? [{ method: 'fifo' }] : []), ...(asOf && by ? [{ by: 'lot' }] : [])]
  return [{}, ...others].flatMap((query) => {
    const how = Object.values(query).map((value) => `${value} `)
    return [ask(`${how}now`, query), ...(asOf ? [ask(`${how}in the middle`, { ...query, asOf: MIDDLE })] : [])]
  })
})

type Asker = ReturnType<typeof createAsker>

/** Asks reports as the service does. */
function createAsker({ connection, generations, historyOf }: HistoryLevel) {
  const run = createRunReport({
    call: () => Promise.reject(new Error('No other service is asked for the present moment')),
    generations,
    historyOf,
    runs: createRuns(connection, log),
    timeZone: 'UTC',
  })
  const ask = async ({ report, query }: ReportQuestion, page: number) => {
    const input: ReportQuery = { ...query, page, pageSize: PAGE_SIZE }
    const begin = performance.now()
    const { totalCount } = await run(report, input, { ...asRequest(), deadline: Date.now() + SOCKET_TIMEOUT_MS })
    return { ms: performance.now() - begin, totalCount }
  }
  return async (question: ReportQuestion, rounds: number): Promise<ReportLatency> => {
    const [runs, first, last]: [number[], number[], number[]] = [[], [], []]
    let rows = 0
    for (let round = 0; round < rounds; round++) {
      await connection.collection('runs').deleteMany({})
      const { ms, totalCount } = await ask(question, 1)
      rows = totalCount
      runs.push(ms)
      first.push((await ask(question, 1)).ms)
      last.push((await ask(question, Math.max(1, Math.ceil(rows / PAGE_SIZE)))).ms)
    }
    const latencies = { runMs: median(runs), firstPageMs: median(first), lastPageMs: median(last) }
    return { name: question.name, rows, ...latencies }
  }
}
