import { expect, test } from 'vitest'
import type { Connection } from '../../../ctl/connection/connection.ts'
import { historyImport } from '../../../ctl/imports/history-import.ts'
import { AppError, outcomeUnknown } from '../../../shared/contract/core/errors.ts'

test('lines with an unknown outcome are sent again with the others, in order, until the outcome is known', async () => {
  const refused = { status: 409, error: new AppError('conflict', 'Insufficient stock.').toBody() }
  const unknown = { status: 504, error: outcomeUnknown().toBody() }
  const done = { status: 201 }
  const answers = [
    [done, unknown, unknown, unknown],
    [done, done, refused, unknown],
    [done, done, refused, done],
  ]
  const sent: (readonly { readonly units: number }[])[] = []
  const call = async (_operation: unknown, { lines }: { readonly lines: readonly { readonly units: number }[] }) => {
    sent.push(lines)
    return { results: answers[sent.length - 1] }
  }
  const importRecords = historyImport.createImport({ call } as unknown as Connection, 'year')
  const records = [1, 2, 3, 4].map((units, index) => ({ rows: [{ units }], line: index + 2 }))
  const outcomes = await importRecords(records as never)
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message))).toEqual([
    ...['entered', 'entered', 'Insufficient stock.', 'entered'],
  ])
  expect(sent.map((lines) => lines.map(({ units }) => units))).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ])
})
