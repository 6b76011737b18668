import { z } from 'zod'
import { transactionTypes } from '../inventory/records/records.ts'
import type { ReportDeclaration } from './declaration.ts'
import { columns } from './kinds.ts'
import { period, restrictions } from './parameters.ts'
import { units } from './row-fields.ts'

const count = (description: string) =>
  z.int().meta({ description }).register(columns, { kind: 'number', isSummed: true })

export const whoDidWhat = {
  reportID: 1008,
  reportName: 'Who Did What',
  reportType: 'work',
  summary: 'Entries of the ledger by day, client, person and type',
  parameters: z.object({ ...period, ...restrictions }),
  row: z
    .object({
      day: z.string().meta({ description: 'The day', format: 'date' }),
      clientId: z.string().meta({ description: 'Id of the client' }),
      actor: z.string().meta({ description: 'The person that the client named; blank if it named none' }),
      type: z.enum(transactionTypes).meta({ description: 'Type of the transactions' }),
      entries: count('How many'),
      units: units('What they state together'),
      reversals: count('How many of them were reversed until now'),
    })
    .meta({ id: 'WhoDidWhatRow', description: 'What a person did on a day' }),
} as const satisfies ReportDeclaration
