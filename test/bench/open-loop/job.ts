import type { LoadRequest } from '../load-job.ts'

/** Open-loop load: requests arrive at a fixed rate, independent of answers. */
export interface OpenLoopJob {
  readonly url: string
  readonly token: string
  readonly perSecond: number
  readonly seconds: number
  readonly requests: readonly LoadRequest[]
}

/** Of the requests that were sent after the warm-up. */
export interface OpenLoopResult {
  readonly seconds: number
  /** Latencies of successful answers, and of the others. */
  readonly acceptedMs: readonly number[]
  readonly refusedMs: readonly number[]
}
