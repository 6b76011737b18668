import { AppError } from '../../shared/contract/core/errors.ts'

export const SANDBOX_FAULT = 'X-Sandbox-Fault'

/**
 * What can befall a request in the sandbox. Nothing is done: `503`, `429` (as if it were one too many), `504-lost`. It is
 * done: `504-done`; `cut`, the connection ends without an answer; `slow`, asked for as `slow=1s` to `slow=30s`.
 */
export type Misfortune = '503' | '429' | '504-done' | '504-lost' | 'cut' | 'slow'

export interface Fault {
  readonly misfortune: Misfortune
  /** By how much a slow answer is late. */
  readonly lateMs: number
  /** How many requests with the same Idempotency-Key it befalls; absent: each. */
  readonly times?: number
}

const MAX_SECONDS = 30
const FAULT = /^(?:(503|429|504-done|504-lost|cut)|slow=(\d{1,2})s)(?:\s*;\s*times=([1-9]))?$/

/** Takes `X-Sandbox-Fault` apart. Throws 400 for what it does not know. */
export function readFault(header: string): Fault {
  const [isKnown, misfortune, seconds, times] = FAULT.exec(header) ?? []
  const lateMs = Number(seconds ?? 0) * 1_000
  const isLate = lateMs > 0 && lateMs <= MAX_SECONDS * 1_000
  if (isKnown === undefined || (misfortune === undefined && !isLate)) {
    throw new AppError(
      'bad_request',
      `The ${SANDBOX_FAULT} must be 503, 429, 504-done, 504-lost, cut, or slow=1s to slow=${MAX_SECONDS}s, ` +
        'alone or with ;times=1 to ;times=9.',
    )
  }
  // The pattern names them.
  return {
    misfortune: (misfortune ?? 'slow') as Misfortune,
    lateMs,
    ...(times !== undefined && { times: Number(times) }),
  }
}
