import { z } from 'zod'
import { operatorRead, operatorWrite, reportDenied } from '../core/access.ts'
import { CHECK_TIMEOUT_MS, Difference } from '../core/difference.ts'
import { id, integerText, listOf, longInteger, namedRecord, optional, text } from '../core/fields.ts'
import { defineService, type Spec } from '../core/operation.ts'
import { atLeastOne, pageOf, pageQuery } from '../core/paging.ts'
import { status } from '../core/status.ts'
import { columnKinds, parameterKinds, type ReportDeclaration } from './declaration.ts'
import { openPurchaseOrders, orderService } from './order-reports.ts'
import { reorder, turnover } from './planning-reports.ts'
import {
  inventoryActivity,
  onHandAsOf,
  stockAgeing,
  stockExpiry,
  stockValuation,
  stockValueByDay,
} from './stock-reports.ts'
import { countAccuracy, whoDidWhat } from './work-reports.ts'

export type { ReportDeclaration } from './declaration.ts'

/** Every report that can be run, by its number. */
export const declarations: readonly ReportDeclaration[] = [
  stockValuation,
  inventoryActivity,
  openPurchaseOrders,
  onHandAsOf,
  stockAgeing,
  reorder,
  stockExpiry,
  turnover,
  orderService,
  countAccuracy,
  whoDidWhat,
]

/** Most rows on a page of a report. */
export const MAX_REPORT_PAGE_SIZE = 1_000

const { modifiedSince: _, ...page } = pageQuery(MAX_REPORT_PAGE_SIZE)

/** What every report takes beside its own parameters. */
export const reportQuery = {
  ...page,
  count: optional(integerText(atLeastOne(Number.MAX_SAFE_INTEGER))).meta({
    description: 'Most rows in all, from the first one; all by default',
  }),
  snapshot: optional(integerText(longInteger())).meta({
    description:
      'The `X-Snapshot` of an earlier response, for rows of the same moment: of the last 24 hours, or the end of a day',
  }),
  flags: optional(text(1_000)).meta({
    description: 'Parameters as `key=value;key=value`, the same as giving each in the query',
  }),
}

const totals = z
  .record(z.string(), z.number())
  .meta({ description: 'Sums of columns over all rows, also of other pages and beyond `count`' })

const allParameters = [...new Set(declarations.flatMap(({ parameters }) => Object.keys(parameters.shape)))]

const toOperation = (
  { reportID, reportName, summary, parameters, row }: ReportDeclaration,
  path = String(reportID),
  command = `report run ${reportID}`,
) =>
  ({
    summary: `Run the report ${reportName}`,
    description: summary,
    route: `GET /Report/${path}`,
    command,
    access: 'client',
    report: reportID,
    effect: 'read',
    paged: true,
    warehouses: 'wid' in parameters.shape ? ['wid'] : [],
    input: z.object({ ...reportQuery, ...parameters.shape }),
    // What another report takes: this one would answer something else than was asked for.
    refusedParameters: allParameters.filter((name) => !(name in parameters.shape)),
    output: pageOf(row).extend({ totals }),
    messages: { conflict: ['The snapshot has expired.'] },
    example: {},
  }) as const satisfies Spec
export type ReportOperation = ReturnType<typeof toOperation>

export type ReportKey = `report${number}`
export const reportKey = ({ reportID }: Pick<ReportDeclaration, 'reportID'>): ReportKey => `report${reportID}`

// Object.fromEntries loses the form of the keys.
const reportOperations = Object.fromEntries(
  declarations.map((declaration) => [reportKey(declaration), toOperation(declaration)]),
) as Readonly<Record<ReportKey, ReportOperation>>

const Report = namedRecord('Report', 'A report that the client may run', {
  reportID: z.int().meta({ description: 'Report id' }),
  reportName: z.string().meta({ description: 'Name' }),
  reportType: z.string().meta({ description: 'What it is about: stock, orders or work' }),
  summary: z.string().meta({ description: 'What it shows, in one sentence' }),
  parameters: listOf(
    z.object({
      name: z.string().meta({ description: 'Name of the parameter' }),
      kind: z.enum(parameterKinds).meta({ description: 'What it takes; a moment may be a day' }),
      choices: z
        .array(z.string())
        .optional()
        .meta({ description: 'The words of a choice, the default first; absent for other kinds' }),
      description: z.string().meta({ description: 'What it does' }),
    }),
    'Its own parameters, beside those of all reports',
  ),
  columns: listOf(
    z.object({
      name: z.string().meta({ description: 'Name of the column' }),
      kind: z.enum(columnKinds).meta({ description: 'What it holds' }),
      description: z.string().meta({ description: 'What it means' }),
    }),
    'The fields of a row, in their order',
  ),
})

/** Reports about the past and the present of the stock, derived from the feed. */
export const reporting = defineService('reporting', {
  listReports: {
    summary: "List the reports that the client's group may run",
    route: 'GET /Report',
    command: 'report list',
    access: 'client',
    effect: 'read',
    paged: true,
    input: z.object(page),
    output: pageOf(Report),
    example: {},
  },
  ...reportOperations,
  readStockValue: toOperation(stockValueByDay, '15/Days', 'report value'),
  runReport: {
    summary: 'Refused: reports have paths of their own, and this one is that of no report',
    route: 'GET /Report/:reportID',
    access: 'client',
    effect: 'read',
    input: z.object({ reportID: integerText(id()).meta({ description: 'Report id' }) }),
    output: z.object({}),
    messages: { forbidden: [reportDenied().message] },
    example: { reportID: 1 },
  },
  rebuildReports: {
    summary: 'Derive what reports read anew from the whole feed, beside what is there, which answers until it is done',
    command: 'report rebuild',
    ...operatorWrite,
    input: z.object({}),
    output: z.object({
      generation: z.int().meta({ description: 'The number of what is being derived' }),
      status: z.enum(['started', 'running']).meta({ description: 'Whether it was running already' }),
    }),
  },
  reconcile: {
    summary: 'Compare what reports know of the stock with the levels of today, and its values with what changed them',
    command: 'report reconcile',
    faults: 'differences',
    ...operatorRead,
    timeoutMs: CHECK_TIMEOUT_MS,
    input: z.object({}),
    output: z.object({
      items: z.int().meta({ description: 'How many were compared' }),
      changing: z.int().meta({ description: 'How many changed all the time, and were not' }),
      differences: z.array(Difference),
      variances: z
        .object({
          average: z.number().meta({ description: 'What the moving average had less, or more, than was asked for' }),
          fifo: z.number().meta({ description: 'The same, first in, first out' }),
          prices: z.number().meta({ description: 'What amended prices say of units that had been used' }),
        })
        .meta({ description: 'Of all items, since the first entry: what reversals and amendments could not change' }),
    }),
  },
  status: status('reporting'),
})
