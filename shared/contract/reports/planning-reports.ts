import { z } from 'zod'
import { namedRecord } from '../core/fields.ts'
import { money, oneOf, period, place, type ReportDeclaration, restrictions, units } from './declaration.ts'

export const reorder = {
  reportID: 1003,
  reportName: 'Reorder',
  reportType: 'orders',
  summary: 'What to order: items with a minimum, what they have and will get, and how fast they are used',
  parameters: z.object({
    ...restrictions,
    show: oneOf(['all', 'below'], 'all, or below for what is below its minimum'),
  }),
  row: namedRecord('ReorderRow', 'An item in a warehouse for which a minimum is set', {
    ...place,
    minimum: units('What there should be at least'),
    reorderTo: units('What to order up to'),
    leadDays: z.int().nullable().meta({ description: 'Days until an order comes; null if it is not known' }),
    available: units('Available'),
    onOrder: units('On open purchase orders'),
    aSN: units('In transit to the warehouse'),
    backordered: units('What shipping orders wait for'),
    position: units('available + onOrder + aSN - backordered'),
    usePerDay: units('Issued and shipped a day, mean of the last 90 days, rounded to 6 decimals'),
    daysOfCover: z
      .number()
      .nullable()
      .meta({ description: 'position / usePerDay, rounded to 1 decimal, 0 for what is short; null without use' }),
    suggestion: units('What to order: up to reorderTo if the position is below the minimum, otherwise 0'),
  }),
} as const satisfies ReportDeclaration

export const turnover = {
  reportID: 1005,
  reportName: 'Turnover',
  reportType: 'stock',
  summary: 'How fast the stock of each item and warehouse turns, what lies, and which items matter most',
  parameters: z.object({ ...period, ...restrictions }),
  row: namedRecord('TurnoverRow', 'How fast an item turns in a warehouse, the most issued first', {
    ...place,
    issuedCost: money('What was issued and shipped, at the prices of its lots, less issues that were reversed'),
    averageValue: money('Mean value over the time of the period, at the prices of lots, rounded to 6 decimals'),
    turnover: z
      .number()
      .nullable()
      .meta({ description: 'issuedCost / averageValue in the period, rounded to 4 decimals; null without value' }),
    daysSinceIssue: z
      .int()
      .nullable()
      .meta({ description: 'Days from the last issue to the last day; null if there was none' }),
    daysOut: z
      .number()
      .meta({ description: 'Days without stock, from the first entry of the item there, rounded to 2 decimals' }),
    class: z
      .enum(['A', 'B', 'C'])
      .meta({ description: 'By rising rank of issuedCost: A up to 80 % of all, B up to 95 %, C the rest' }),
  }),
} as const satisfies ReportDeclaration
