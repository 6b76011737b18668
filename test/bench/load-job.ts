/** One request of a load, relative to the contestant's address. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** Whether it has an `Idempotency-Key`, another one each time it is sent. */
  readonly hasKey?: boolean
}

/** A closed-loop load for a contestant: each connection sends its next request after the response to the last one. */
export interface LoadJob {
  readonly url: string
  /** Further addresses of the same contestant; connections go to all of them in turn. None unless set. */
  readonly otherUrls?: readonly string[]
  readonly token: string
  readonly connections: number
  readonly seconds: number
  /** Responses that come before this time are not counted; none unless set. */
  readonly ignoredSeconds?: number
  readonly requests: readonly LoadRequest[]
}

export interface Quantiles {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
}

export interface LoadResult {
  readonly seconds: number
  /** Responses by status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Broken connections and answers that took longer than 20 s. */
  readonly errors: number
  readonly latencyMs: Quantiles
  /** Of successful responses, and of the others. */
  readonly acceptedMs: Quantiles
  readonly refusedMs: Quantiles
  /** Successful answers in each second from the beginning, ignored ones included. */
  readonly acceptedPerSecond: readonly number[]
}

/** Successful answers. */
export function succeeded({ statuses }: Pick<LoadResult, 'statuses'>): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => (status.startsWith('2') ? sum + count : sum), 0)
}
