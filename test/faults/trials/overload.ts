import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../support/records/seeded.ts'
import type { RunningProcesses } from '../../support/system/processes.ts'
import { memoryOf } from '../components/process-tree.ts'
import { durationOf } from '../history/checks.ts'
import type { Finding } from '../history/finding.ts'
import { isSuccess } from '../history/history.ts'
import { startLoad } from '../load/load.ts'
import { createTraffic, type Workload } from '../load/workload.ts'

const LONGEST_ACCEPTED_MS = 1_000
/** A process that grows by more breaks the promise of flat memory. */
const MAX_GROWTH_BYTES = 200_000_000

/** The load before it, under which processes that have just been started compile their code. */
const ORDINARY = { perSecond: 20, seconds: 20 } as const

/** Sends more requests than the system can answer; measures the accepted ones and the memory (docs/promises.md#R11). */
export async function overload(
  { gateways, processes }: RunningProcesses,
  workload: Workload,
  { perSecond, seconds, random }: { readonly perSecond: number; readonly seconds: number; readonly random: Random },
): Promise<{ readonly lines: readonly string[]; readonly findings: readonly Finding[] }> {
  await sendOrdinaryLoad(gateways, workload, random)
  const memory = () => processes.map(({ name, pid }) => ({ name, bytes: pid === undefined ? 0 : memoryOf(pid) }))
  const before = memory()
  // Without keys nothing is repeated: each arrival is one request.
  const traffic = createTraffic(workload, random)
  const next = () => ({ ...traffic(), key: undefined })
  const load = startLoad({ gateways, perSecond, random, next })
  await delay(seconds * 1_000)
  const after = memory()
  await load.stop()

  const attempts = load.intents.flatMap((intent) => intent.attempts)
  const accepted = attempts.filter(isSuccess).map(durationOf)
  const refused = attempts.filter(({ status }) => status === 503).map(durationOf)
  const unknown = attempts.filter(({ status }) => status === 504 || status === 0).length
  const growth = after.map(({ name, bytes }, index) => ({ name, grown: bytes - (before[index]?.bytes ?? 0) }))
  const p99 = percentile(accepted, 0.99)
  const findings: Finding[] = []
  if (p99 > LONGEST_ACCEPTED_MS)
    findings.push({ promise: 'R11', what: `accepted requests have a p99 of ${Math.round(p99)} ms` })
  if (unknown > 0)
    findings.push({ promise: 'R11', what: `${unknown} requests ended with an unknown outcome instead of 503` })
  for (const { name, grown } of growth)
    if (grown > MAX_GROWTH_BYTES) findings.push({ promise: 'R11', what: `${name} grew by ${toMegabytes(grown)} MB` })
  return {
    lines: [
      `${attempts.length} requests in ${seconds} s: ${accepted.length} accepted, ${refused.length} refused, ${unknown} unknown`,
      `accepted: p50 ${Math.round(percentile(accepted, 0.5))} ms, p99 ${Math.round(p99)} ms`,
      `refused: p50 ${Math.round(percentile(refused, 0.5))} ms, p99 ${Math.round(percentile(refused, 0.99))} ms`,
      `memory: ${growth.map(({ name, grown }) => `${name} ${grown < 0 ? '' : '+'}${toMegabytes(grown)} MB`).join(', ')}`,
    ],
    findings,
  }
}

async function sendOrdinaryLoad(gateways: readonly string[], workload: Workload, random: Random): Promise<void> {
  const next = createTraffic(workload, random)
  const load = startLoad({ gateways, perSecond: ORDINARY.perSecond, random, next })
  await delay(ORDINARY.seconds * 1_000)
  await load.stop()
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1_000_000)
