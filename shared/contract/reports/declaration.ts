import { z } from 'zod'
import { isDayName } from '../../day.ts'
import { id, integerText, optional, requiredText } from '../core/fields.ts'
import { dayOrMoment } from '../dates/date-fields.ts'

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

/** What clients can read about a report. */
export interface ReportDeclaration {
  readonly reportID: number
  readonly reportName: string
  readonly reportType: 'stock' | 'orders' | 'work'
  /** What it shows, in one sentence. */
  readonly summary: string
  /** It may say something else later on the same day, though nothing has happened. */
  readonly changesWithTime?: true
  readonly parameters: z.ZodObject
  /** One row; its `id` names its schema in the OpenAPI document. */
  readonly row: z.ZodObject
}

/** The item and warehouse of a row. */
export const place = {
  partNo: z.int().meta({ description: 'Item part number' }),
  shortID: z.string().meta({ description: 'Item SKU' }),
  wid: z.int().meta({ description: 'Warehouse id' }),
}

export const units = (description: string) =>
  z
    .number()
    .meta({ description: `${description}, in units` })
    .register(columns, { kind: 'quantity', isSummed: true })
export const count = (description: string) =>
  z.int().meta({ description }).register(columns, { kind: 'number', isSummed: true })
export const money = (description: string) =>
  z.number().meta({ description }).register(columns, { kind: 'money', isSummed: true })
export const value = (description: string) => money(`${description}, at the prices of lots`)

export const unpricedUnits = units('What has no price, and is in no value')

const day = (description: string) =>
  optional(dayOrMoment('reported').refine(isDayName, 'must be a day as 2026-01-31.'))
    .meta({ description })
    .register(parameters, { kind: 'day' })

const numberOf = (description: string) =>
  optional(integerText(id())).meta({ description }).register(parameters, { kind: 'number' })

/** Which items and warehouses a report is restricted to. */
export const restrictions = {
  wid: numberOf('Only this warehouse'),
  itemID: optional(requiredText(64)).meta({ description: 'Only the item with this ShortID' }),
  category: numberOf('Only items that are in this category now'),
}

/** The moment that a report shows. */
export const asOf = optional(dayOrMoment('reported'))
  .meta({ description: 'Day, to its end, or moment in UTC; now by default' })
  .register(parameters, { kind: 'moment' })

/** The days that a report shows. */
export const period = {
  from: day('First day; 29 days before the last by default'),
  to: day('Last day; today by default'),
}

/** One of a few words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T, description: string) =>
  z
    .enum(words, `must be one of ${words.join(', ')}.`)
    .nullish()
    .transform((word): T[number] => word ?? words[0])
    .meta({ description })
    .register(parameters, { kind: 'choice', choices: words })
