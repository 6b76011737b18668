import { expect, test } from 'vitest'
import { describeFindings } from './history/report.ts'
import { fillDisk } from './trials/disk-full.ts'

test('a full disk costs writes only: reads are answered, nothing exits, and it is normal again soon after (R13)', async () => {
  const findings = await fillDisk({ seed: 1, seconds: 4, say: () => undefined })
  expect(describeFindings(findings)).toEqual([])
}, 180_000)
