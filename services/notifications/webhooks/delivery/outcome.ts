import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import type { PostResult } from '../http/post.ts'
import type { DeliveryRecord } from './delivery.model.ts'
import { nextAttemptAt, parseRetryAfter, type RetrySchedule } from './retry-schedule.ts'

/** What an attempt means for its delivery and its webhook. */
export interface Outcome {
  readonly outcome: Attempt['outcome']
  /** Epoch milliseconds. */
  readonly nextAttempt: number | null
  /** The receiver wants to be left alone until then. */
  readonly pausedUntil: number | null
  /** The receiver wants no more. */
  readonly isGone: boolean
}

const GONE = 410
/** 429 Too Many Requests, 503 Service Unavailable: the answers with which Retry-After asks for a pause. */
const BUSY: ReadonlySet<number> = new Set([429, 503])

export const isTaken = ({ status }: PostResult) => status !== null && status >= 200 && status < 300

/** Judges an attempt by the receiver's answer. */
export function judge(
  result: PostResult,
  { attempts, giveUpAt }: Pick<DeliveryRecord, 'attempts' | 'giveUpAt'>,
  schedule: RetrySchedule,
  now: number,
): Outcome {
  if (isTaken(result)) return { outcome: 'delivered', nextAttempt: null, pausedUntil: null, isGone: false }
  if (result.status === GONE) return { outcome: 'given up', nextAttempt: null, pausedUntil: null, isGone: true }
  const retryAfterMs =
    result.status !== null && BUSY.has(result.status) ? parseRetryAfter(result.retryAfter, now) : undefined
  const next = nextAttemptAt(schedule, { attempt: attempts + 1, now, giveUpAt: giveUpAt.getTime(), retryAfterMs })
  return {
    outcome: next === undefined ? 'given up' : 'failed',
    nextAttempt: next ?? null,
    // A day is the longest that anything waits.
    pausedUntil: retryAfterMs === undefined ? null : now + Math.min(retryAfterMs, schedule.giveUpAfterMs),
    isGone: false,
  }
}
