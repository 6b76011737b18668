import { createHash } from 'node:crypto'
import { authorizeWarehouses, type WarehouseScope, warehouseScope } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import {
  EXPORT_BATCH,
  type ExportCursor,
  type PageKey,
  type PageQuery,
  pageWindow,
  refusedAfter,
  requestedSort,
  type Sort,
  toPage,
} from '../../../shared/contract/core/paging.ts'
import { createDays } from '../../../shared/contract/dates/days.ts'
import { summedColumns } from '../../../shared/contract/reports/declaration.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { present } from '../../../shared/process/time/clock.ts'
import type { Generations } from '../follower/generation.model.ts'
import type { Moment } from '../history/history.ts'
import type { HistoryOf } from '../history-of.ts'
import type { Report } from '../reports/report.ts'
import { readAsked } from './asked.ts'
import { expired, findMoment } from './find-moment.ts'
import type { Row, RunRecord } from './run.model.ts'
import type { Runs } from './runs.ts'

export interface RunReportDeps {
  readonly call: Call
  readonly generations: Generations
  readonly historyOf: HistoryOf
  readonly runs: Runs
  readonly timeZone: string
}

/** What every report is asked, beside its own parameters. */
export type ReportQuery = Partial<Omit<PageQuery, 'modifiedSince'>> & {
  readonly count?: number | undefined
  readonly snapshot?: number | undefined
}

/** As lists take it that are asked for what was modified. */
const toPageQuery = ({ page, pageSize, sort, direction, position }: ReportQuery): PageQuery => ({
  ...(position && { position }),
  page,
  pageSize,
  sort,
  direction,
  modifiedSince: undefined,
})

/** Runs reports; pages and exports are cut from the rows of one run. */
export function createRunReport({ call, generations, historyOf, runs, timeZone }: RunReportDeps) {
  const days = createDays(timeZone)

  const findRun = async (report: Report, asked: Asked, { snapshot }: ReportQuery, context: CallContext) => {
    const kept = snapshot === undefined ? null : await runs.find({ key: asked.key, sequence: snapshot })
    if (kept) return kept
    const current = await generations.readable()
    const now = await findMoment(snapshot, current, { call, days, context })
    const wanted = { key: asked.key, generation: current._id, ...now }
    const { deadline } = context
    const found =
      snapshot === undefined && ((await findSame(report, wanted)) ?? (await runs.findLate(wanted, deadline)))
    if (found) return found
    const summed = summedColumns(report.declaration.row)
    const work = {
      client: context.caller?.id ?? '',
      rows: rowsOf(report, asked, current._id, now),
      summed,
      isWhole: () => generations.isKept(current._id),
    }
    return runs.make(wanted, work, deadline)
  }

  /**
   * A run of the same changes that says what one of now would. While the feed rests there is one a day: `snapshot` finds the
   * last run of a sequence, and another one made while somebody turns pages would repeat rows, or leave some out.
   */
  const findSame = async (
    { declaration: { changesWithTime } }: Report,
    { at, ...wanted }: Pick<RunRecord, 'key' | 'generation' | 'sequence' | 'at'>,
  ) => {
    const last = await runs.find(wanted)
    if (!last) return null
    const isSame = changesWithTime
      ? last.at.getTime() === at.getTime()
      : days.dayOf(last.at).name === days.dayOf(at).name
    return isSame ? last : null
  }

  const rowsOf = (report: Report, { query, scope, sort }: Asked, generation: number, now: Moment) => {
    const rows: AsyncIterable<Row> = report.rows(historyOf(generation), { query, now, scope, days })
    return sort ? sortRows(rows, sort) : rows
  }

  return async (report: Report, input: ReportQuery, context: CallContext) => {
    const { declaration } = report
    const query = readAsked(declaration.parameters, input, days, present())
    authorizeWarehouses({ access: 'client', effect: 'read', warehouses: ['wid'] }, query, context.caller)
    const scope = typeof query.wid === 'number' ? [query.wid] : warehouseScope(context.caller)
    const sort = requestedSort(toPageQuery(input), Object.keys(declaration.row.shape))
    const asked = { query, scope, sort, key: keyOf(declaration.reportName, { query, scope, sort, timeZone }) }
    const { cursor, position, count = Number.MAX_SAFE_INTEGER } = input
    const at = positionOf(position?.after, input)
    const continued = isContinued(cursor) ? cursor.after.replace(AFTER_RUN, '') : at?.run
    const kept = continued === undefined ? null : await runs.get(continued, asked.key)
    const run = kept ?? (cursor && continued ? null : await findRun(report, asked, at ?? input, context))
    if (!run) throw expired()
    context.reply.snapshot = { sequence: run.sequence, timeZone }
    context.reply.sorted = true
    const { totals = {} } = run
    const totalCount = Math.min(run.count, count)
    if (cursor) return { ...(await readChunk(runs, run, cursor, totalCount)), totals }
    const window = toPageQuery(input)
    const { skip: before, pageSize } = pageWindow(window)
    const skip = at?.end ?? before
    const value = await runs.read(run, skip, Math.min(pageSize, Math.max(0, totalCount - skip)))
    const end = skip + value.length
    if (position && end < totalCount && value.length > 0)
      position.next = { read: end, values: [run._id, run.sequence, end] satisfies RunPositionValues }
    return { ...toPage(value, totalCount, window), totals }
  }
}

interface Asked {
  readonly query: Readonly<Record<string, unknown>>
  readonly scope: WarehouseScope
  readonly sort: Sort<string> | undefined
  readonly key: string
}

function keyOf(reportName: string, { query, scope, ...rest }: Omit<Asked, 'key'> & { timeZone: string }): string {
  const sorted = Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const wids = scope === 'all' ? scope : scope.toSorted((one, other) => one - other)
  return createHash('sha256')
    .update(JSON.stringify([reportName, sorted, wids, rest]))
    .digest('hex')
}

/** The run of an earlier page, and the rows of it up to there. */
interface RunPosition {
  readonly run: string
  readonly snapshot: number
  readonly end: number
}
type RunPositionValues = readonly [run: RunPosition['run'], sequence: RunPosition['snapshot'], end: RunPosition['end']]

/** Of rows that never change, the next page begins at a position. Throws 400 if it is one of another snapshot. */
function positionOf(after: PageKey | undefined, { snapshot }: ReportQuery): RunPosition | undefined {
  if (!after) return undefined
  // As they were written for the page before.
  const [run, sequence, end] = after.values as RunPositionValues
  if (snapshot !== undefined && snapshot !== sequence) throw refusedAfter()
  return { run, snapshot: sequence, end }
}

/** An export continues after a position in a run. */
const AFTER_RUN = /\/\d+$/
const isContinued = (cursor: ExportCursor | undefined): cursor is ExportCursor & { after: string } =>
  typeof cursor?.after === 'string' && AFTER_RUN.test(cursor.after)

async function readChunk(runs: Runs, run: RunRecord, cursor: ExportCursor, totalCount: number) {
  const skip = Number(/\d+$/.exec(String(cursor.after ?? '0'))?.[0] ?? 0)
  const value = await runs.read(run, skip, Math.min(EXPORT_BATCH, totalCount - skip))
  const end = skip + value.length
  if (end < totalCount) cursor.next = `${run._id}/${end}`
  return toPage(value, value.length, toPageQuery({}))
}

const MAX_SORTED = 100_000

/** The rows in another sequence than the report's own; nothing comes before anything, as in all lists. */
async function* sortRows(rows: AsyncIterable<Row>, { field, direction }: Sort<string>): AsyncGenerator<Row> {
  const all: Row[] = []
  for await (const row of rows) {
    if (all.push(row) > MAX_SORTED)
      throw new AppError('bad_request', `The report has more than ${MAX_SORTED} rows: they come in its own sort only.`)
  }
  yield* all.sort((one, other) => direction * compare(one[field], other[field]))
}

/** Numbers by their value, everything else as text. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [one ?? '', other ?? ''].map(String)
  if (first === second || first === undefined || second === undefined) return 0
  return first < second ? -1 : 1
}
