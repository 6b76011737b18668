import type { LoadRequest } from '../load-job.ts'

/** Requests that come at a rate of their own, whether others have been answered or not. */
export interface OpenLoopJob {
  readonly url: string
  readonly token: string
  readonly perSecond: number
  readonly seconds: number
  readonly requests: readonly LoadRequest[]
}

export interface OpenLoopResult {
  readonly latenciesMs: readonly number[]
  /** Answers that are no success. */
  readonly failures: number
}
