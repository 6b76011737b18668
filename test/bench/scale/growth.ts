import type { Circumstances } from '../results.ts'

/** Latency of one request, sent alone again and again. */
export interface Latency {
  readonly name: string
  /** For a list, which of its pages. */
  readonly page?: number
  readonly medianMs: number
  readonly p99Ms: number
  /** What it told of its total. */
  readonly totalCount?: number
}

/** What was found at one size. */
export interface SizeResult {
  readonly lots: number
  readonly items: number
  readonly buildSeconds: number
  readonly latencies: readonly Latency[]
  /** Resident memory of each process. */
  readonly residentMiB: Readonly<Record<string, number>>
  /** Of the database's files; unknown for a server that is not ours. */
  readonly diskBytesPerLot: number | null
}

export interface Growth extends Circumstances {
  readonly sizes: readonly SizeResult[]
}
