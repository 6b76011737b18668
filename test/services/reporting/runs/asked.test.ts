import { expect, test } from 'vitest'
import { readAsked } from '../../../../services/reporting/runs/asked.ts'
import { createDays } from '../../../../shared/contract/dates/days.ts'
import { stockValueByDay } from '../../../../shared/contract/reports/stock-reports.ts'
import { refusal } from '../../../support/checks/probe.ts'

const ask = async (query: Readonly<Record<string, unknown>>) =>
  readAsked(stockValueByDay.parameters, query, createDays('UTC'), new Date('2026-01-31T10:00:00Z'))

test.each(['__proto__', 'constructor', 'nothing'])('a flag that is no parameter is refused, also %s', async (name) => {
  const { code, details } = await refusal(ask({ flags: `${name}=x` }))
  expect(code).toBe('validation_error')
  expect(Object.entries(details ?? {})).toEqual([[name, [`The field ${name} is no parameter of this report.`]]])
})

test('a period of the first thousand years is one', async () => {
  expect(await ask({ flags: 'from=0001-01-01;to=0999-12-31' })).toMatchObject({ from: '0001-01-01', to: '0999-12-31' })
})
