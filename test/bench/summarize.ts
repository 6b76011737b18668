import { ownMicros, type Sample } from './measure.ts'
import type { Series } from './rounds.ts'
import { median, type Summary, summarize } from './statistics.ts'

/** One contestant under one workload, over all rounds. */
export interface Row {
  readonly workload: string
  readonly contestant: string
  /** Successful answers per second. */
  readonly rate: Summary
  /** Medians of the rounds. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time per successful response: of the contestant's own processes together, and of each process. */
  readonly ownMicros: number
  readonly micros: Readonly<Record<string, number>>
  /** Unsuccessful responses of all rounds, by status. */
  readonly failed: Readonly<Record<number, number>>
  /** Median share of the machine that was idle; absent in results of earlier versions. */
  readonly idle?: number
}

/** The samples of one contestant under one workload as one row. */
export function toRow({ workload, contestant, samples }: Series): Row {
  const processes = Object.keys(samples[0]?.cpuMicros ?? {})
  return {
    workload,
    contestant,
    rate: summarize(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: median(samples.map(({ latencyMs }) => latencyMs.p50)),
    p99Ms: median(samples.map(({ latencyMs }) => latencyMs.p99)),
    ownMicros: median(samples.map(ownMicros)),
    micros: Object.fromEntries(
      processes.map((name) => [name, median(samples.map((sample) => sample.cpuMicros[name] ?? 0))]),
    ),
    failed: failures(samples),
    idle: median(samples.map(({ idle }) => idle)),
  }
}

function failures(samples: readonly Sample[]): Record<number, number> {
  const sums: Record<number, number> = {}
  for (const { failed } of samples)
    for (const [status, count] of Object.entries(failed)) sums[Number(status)] = (sums[Number(status)] ?? 0) + count
  return sums
}
