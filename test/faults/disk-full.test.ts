import { expect, test } from 'vitest'
import { fillDisk } from './disk-full.ts'
import { describeFindings } from './report.ts'

test('a full disk costs writes only: reads are answered, nothing exits, and it is normal again soon after (R13)', async () => {
  const findings = await fillDisk({ seed: 1, seconds: 4, say: () => undefined })
  expect(describeFindings(findings)).toEqual([])
}, 180_000)
