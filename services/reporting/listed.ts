import { z } from 'zod'
import { columnKind, parameterKind } from '../../shared/contract/reports/kinds.ts'
import type { Report } from './reports/report.ts'

/** A report as it is listed: enough to ask for it, and to show what it answers. */
export const toListed = ({ declaration }: Report) => {
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
