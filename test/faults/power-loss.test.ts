import { expect, test } from 'vitest'
import { describeFindings } from './history/report.ts'
import { losePower } from './trials/power-loss.ts'

test('after a power cut soon after the first start, the system starts again and has every acknowledged write (R12)', async () => {
  const findings = await losePower({ seed: 1, cuts: 1, cutsWhileStarting: 0, say: () => undefined })
  expect(describeFindings(findings)).toEqual([])
}, 180_000)
