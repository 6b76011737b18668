import type { LoadRequest } from '../load-job.ts'

/** Open-loop load: requests arrive at a fixed rate, independent of responses. */
export interface OpenLoopJob {
  readonly url: string
  /** Of the clients, which send in turn. */
  readonly tokens: readonly string[]
  readonly perSecond: number
  readonly seconds: number
  /** What is sent before this time is not counted; a fifth of the time unless set. */
  readonly ignoredSeconds?: number
  readonly requests: readonly LoadRequest[]
}

/** Of the requests that count. */
export interface OpenLoopResult {
  readonly seconds: number
  /** Latencies of successful responses, and of the others. */
  readonly acceptedMs: readonly number[]
  readonly refusedMs: readonly number[]
  /** Responses that were not successful, by status. */
  readonly failed: Readonly<Record<number, number>>
}
