import { expect, test } from 'vitest'
import { describeFindings } from './history/report.ts'
import { jumpClock } from './trials/clock.ts'

test('a clock that is an hour wrong for a moment, ahead or behind, costs nothing but what it was asked meanwhile (R20)', async () => {
  const { findings } = await jumpClock()
  expect(describeFindings(findings)).toEqual([])
}, 240_000)
