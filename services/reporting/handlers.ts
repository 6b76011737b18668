import { z } from 'zod'
import { mayRun, reportDenied } from '../../shared/contract/core/access.ts'
import { requestedSort } from '../../shared/contract/core/paging.ts'
import { columnKind, parameterKind } from '../../shared/contract/reports/declaration.ts'
import { type ReportKey, type reporting, reportKey } from '../../shared/contract/reports/reporting.ts'
import { toSortedPage } from '../../shared/database/read-page.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { createRebuild } from './follower/rebuild.ts'
import type { createReconcile } from './reconcile.ts'
import type { Report } from './reports/report.ts'
import { valueByDay } from './reports/value-by-day.ts'
import type { createRunReport, ReportQuery } from './runs/run-report.ts'

export interface HandlerDeps {
  readonly reconcile: ReturnType<typeof createReconcile>
  readonly reports: readonly Report[]
  readonly run: ReturnType<typeof createRunReport>
  readonly rebuild: ReturnType<typeof createRebuild>
}

const SORTABLE = ['reportID', 'reportName', 'reportType'] as const

type ReportHandler = (input: ReportQuery, context: CallContext) => ReturnType<ReturnType<typeof createRunReport>>

/** One function per operation. */
export function createHandlers({ reports, run, reconcile, rebuild }: HandlerDeps): Handlers<typeof reporting> {
  const handlers = reports.map((report): [ReportKey, ReportHandler] => [
    reportKey(report.declaration),
    (input, context) => run(report, input, context),
  ])
  return {
    // Object.fromEntries loses the form of the keys.
    ...(Object.fromEntries(handlers) as Record<ReportKey, ReportHandler>),

    async listReports(query, { caller }) {
      const allowed = reports.map(toListed).filter(({ reportID }) => mayRun(caller, reportID))
      const window = { ...query, modifiedSince: undefined }
      const { field, direction } = requestedSort(window, SORTABLE) ?? ({ field: 'reportID', direction: 1 } as const)
      return toSortedPage(allowed, (report) => [report[field], report.reportID], direction, window)
    },

    readStockValue: (input, context) => run(valueByDay, input, context),

    async runReport() {
      throw reportDenied()
    },

    reconcile: (_input, context) => reconcile(context),

    rebuildReports: () => rebuild(),
  }
}

/** A report as it is listed: enough to ask for it, and to show what it returns. */
const toListed = ({ declaration }: Report) => {
  const { reportID, reportName, reportType, summary, parameters, row } = declaration
  return {
    reportID,
    reportName,
    reportType,
    summary,
    parameters: fieldsOf(parameters).map(({ name, field, description }) => {
      const { kind, choices } = parameterKind(field)
      return { name, kind, ...(choices && { choices: [...choices] }), description }
    }),
    columns: fieldsOf(row).map(({ name, field, description }) => ({ name, kind: columnKind(field).kind, description })),
  }
}

/** The contract describes every field. */
const fieldsOf = ({ shape }: z.ZodObject) =>
  Object.entries(shape).map(([name, field]) => ({
    name,
    field,
    description: field instanceof z.ZodType ? (field.description ?? '') : '',
  }))
