import { expect, test } from 'vitest'
import { describeFindings } from './history/report.ts'
import { tryDisk } from './trials/disk-faults.ts'

test('after a power cut soon after the first start, the system starts again and has every acknowledged write; a full disk costs writes only: reads are answered, nothing exits, and it is normal again soon after (R12, R13)', async () => {
  const findings = await tryDisk({ seed: 1, cuts: 1, cutsWhileStarting: 0, fullSeconds: 3, say: () => undefined })
  expect(describeFindings(findings)).toEqual([])
}, 240_000)
