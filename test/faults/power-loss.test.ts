import { expect, test } from 'vitest'
import { losePower } from './power-loss.ts'
import { describeFindings } from './report.ts'

test('after a power cut soon after the first start, the system starts again and has every acknowledged write (R12)', async () => {
  const findings = await losePower({ seed: 1, cuts: 1, cutsWhileStarting: 0, say: () => undefined })
  expect(describeFindings(findings)).toEqual([])
}, 180_000)
