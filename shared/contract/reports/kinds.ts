import { z } from 'zod'

export const parameterKinds = ['day', 'moment', 'number', 'text', 'choice'] as const
export const columnKinds = ['number', 'quantity', 'money', 'day', 'text'] as const

interface ParameterKind {
  readonly kind: (typeof parameterKinds)[number]
  /** The words of a choice; the first one is the default. */
  readonly choices?: readonly string[]
}

interface ColumnKind {
  readonly kind: (typeof columnKinds)[number]
  /** Each page has the sum of the column over all rows. */
  readonly isSummed?: true
}

/** What parameters and columns of reports hold where their types do not say it. */
export const parameters = z.registry<ParameterKind>()
export const columns = z.registry<ColumnKind>()

/** A parameter of no known kind is a text. */
export const parameterKind = (field: z.core.$ZodType): ParameterKind => parameters.get(field) ?? { kind: 'text' }

/** A column of no known kind is a number, a day or a text. */
export function columnKind(field: z.core.$ZodType): ColumnKind {
  const inner = field instanceof z.ZodNullable ? field.unwrap() : field
  const known = columns.get(inner)
  if (known) return known
  if (inner instanceof z.ZodNumber) return { kind: 'number' }
  const formats = [field, inner].map((one) => z.globalRegistry.get(one)?.format)
  return { kind: formats.some((format) => format === 'date' || format === 'date-time') ? 'day' : 'text' }
}

/** The columns whose sums over all rows are on each page. */
export const summedColumns = (row: z.ZodObject): readonly string[] =>
  Object.entries(row.shape).flatMap(([name, field]) => (columnKind(field).isSummed ? [name] : []))
