import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import type { PostResult } from '../http/post.ts'
import type { DeliveryRecord } from './delivery.model.ts'
import { nextAttemptAt, parseRetryAfter, type RetrySchedule } from './retry-schedule.ts'

/** The consequences of an attempt for its delivery and its webhook. */
export interface Outcome {
  readonly outcome: Attempt['outcome']
  /** Epoch milliseconds. */
  readonly nextAttempt: number | null
  /** Epoch milliseconds until which the receiver asked for a pause of all deliveries. */
  readonly pausedUntil: number | null
  /** The receiver wants no more deliveries. */
  readonly isGone: boolean
}

const GONE = 410
/** The answers that ask for a pause with Retry-After: 429 Too Many Requests, 503 Service Unavailable. */
const BUSY: ReadonlySet<number> = new Set([429, 503])

export const isDelivered = ({ status }: PostResult) => status !== null && status >= 200 && status < 300

/** Decides by the receiver's answer. */
export function judge(
  result: PostResult,
  { attempts, giveUpAt }: Pick<DeliveryRecord, 'attempts' | 'giveUpAt'>,
  schedule: RetrySchedule,
  now: number,
): Outcome {
  if (isDelivered(result)) return { outcome: 'delivered', nextAttempt: null, pausedUntil: null, isGone: false }
  if (result.status === GONE) return { outcome: 'given up', nextAttempt: null, pausedUntil: null, isGone: true }
  const retryAfterMs =
    result.status !== null && BUSY.has(result.status) ? parseRetryAfter(result.retryAfter, now) : undefined
  const next = nextAttemptAt(schedule, { attempt: attempts + 1, now, giveUpAt: giveUpAt.getTime(), retryAfterMs })
  return {
    outcome: next === undefined ? 'given up' : 'failed',
    nextAttempt: next ?? null,
    // No pause outlasts the time in which a delivery is attempted.
    pausedUntil: retryAfterMs === undefined ? null : now + Math.min(retryAfterMs, schedule.giveUpAfterMs),
    isGone: false,
  }
}
