import type { Loader } from '../loader.ts'
import { measure } from '../measure.ts'
import { sendOpenLoop } from '../open-loop/send-open-loop.ts'
import { median, quantile } from '../statistics.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** Latency of reads that arrive at half of the peak rate (P8). */
export interface HalfPeakRow {
  readonly contestant: string
  readonly peakPerSecond: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failures: number
}

export async function runAtHalfPeak(world: World, loader: Loader, options: TrialOptions): Promise<HalfPeakRow[]> {
  const rows: HalfPeakRow[] = []
  for (const { name: contestant, stock } of world.contestants.filter(({ variant }) => variant !== 'documented')) {
    const requests = requestsOf(workloadNamed('reads'), world.stage, stock.lots)
    const peaks: number[] = []
    for (let round = 0; round < options.rounds; round++)
      peaks.push((await measure(world, loader, stock, { ...options, requests })).requestsPerSecond)
    const peakPerSecond = median(peaks)
    const job = { url: stock.url, tokens: [stock.token], perSecond: peakPerSecond / 2, requests }
    const { acceptedMs, refusedMs } = await sendOpenLoop({ ...job, seconds: options.rounds * options.seconds })
    const latenciesMs = [...acceptedMs, ...refusedMs]
    const [p50Ms, p99Ms] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)]
    const failures = refusedMs.length
    options.say(`${contestant} at ${Math.round(peakPerSecond / 2)}/s: p50 ${p50Ms} ms, p99 ${p99Ms} ms`)
    rows.push({ contestant, peakPerSecond, perSecond: peakPerSecond / 2, p50Ms, p99Ms, failures })
  }
  return rows
}
