import type { LoadRequest } from '../load-job.ts'

/** Open-loop load: requests arrive at a fixed rate, independent of answers. */
export interface OpenLoopJob {
  readonly url: string
  readonly token: string
  readonly perSecond: number
  readonly seconds: number
  readonly requests: readonly LoadRequest[]
}

export interface OpenLoopResult {
  readonly latenciesMs: readonly number[]
  /** Unsuccessful answers. */
  readonly failures: number
}
