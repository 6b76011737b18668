import { z } from 'zod'
import { integerText, namedRecord, optional } from '../core/fields.ts'
import { transactionTypes } from '../inventory/records/records.ts'
import { count, money, oneOf, parameters, period, type ReportDeclaration, restrictions, units } from './declaration.ts'

export const whoDidWhat = {
  reportID: 1008,
  reportName: 'Who Did What',
  reportType: 'work',
  summary: 'Entries of the ledger by day, client, person and type',
  parameters: z.object({ ...period, ...restrictions }),
  row: namedRecord('WhoDidWhatRow', 'What a person did on a day', {
    day: z.string().meta({ description: 'The day', format: 'date' }),
    clientId: z.string().meta({ description: 'Id of the client' }),
    actor: z.string().meta({ description: 'The person; blank if the client named none' }),
    // Rows that an earlier version has computed do not have it.
    verification: z.enum(['verified', 'not verified', '']).optional().meta({
      description:
        'Whether an identity provider has verified the person, or the client only named it; blank without one',
    }),
    type: z.enum(transactionTypes).meta({ description: 'Type of the transactions' }),
    entries: count('How many'),
    units: units('What they state together'),
    reversals: count('How many of them were reversed until now'),
  }),
} as const satisfies ReportDeclaration

const percent = z.int('must be an integer.').min(0, 'must be 0 or greater.').max(100, 'must be at most 100.')

export const countAccuracy = {
  reportID: 1007,
  reportName: 'Count Accuracy',
  reportType: 'work',
  summary: 'How well the books agreed with what was counted',
  parameters: z.object({
    ...period,
    ...restrictions,
    by: oneOf(['warehouse', 'reason'], 'warehouse, or reason for one row each reason code of the differences'),
    tolerance: optional(integerText(percent))
      .meta({ description: 'Per cent of the expected units that a line may differ by; 0 by default' })
      .register(parameters, { kind: 'number' }),
  }),
  row: namedRecord('CountAccuracyRow', 'Accuracy of the books of a warehouse', {
    wid: z.int().meta({ description: 'Warehouse id' }),
    reasonCode: z.int().nullable().meta({
      description: 'Of the entries that posted the differences; null for a warehouse, and where nothing was',
    }),
    lines: count('Lines that were counted and posted'),
    withinTolerance: count('Those of them that differed by no more than the tolerance'),
    accuracy: z.number().meta({ description: 'withinTolerance / lines, rounded to 4 decimals' }),
    netUnits: units('Counted less expected'),
    grossUnits: units('The same, each difference without its sign'),
    netValue: money('netUnits at the mean cost of the lots that were counted'),
    grossValue: money('grossUnits at that cost'),
    unvaluedLines: count('Lines that differ and have no cost: they are in no value'),
  }),
} as const satisfies ReportDeclaration
