import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import { DAY_MS } from '../../../../shared/day.ts'
import type { PostResult } from '../endpoints/post.ts'
import type { DeliveryRecord } from './delivery.model.ts'

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
/** The responses that ask for a pause with Retry-After: 429 Too Many Requests, 503 Service Unavailable. */
const BUSY: ReadonlySet<number> = new Set([429, 503])

export const isDelivered = ({ status }: PostResult) => status !== null && status >= 200 && status < 300

/** Decides by the receiver's response. */
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

/** When a failed delivery is attempted again: after 5 s, 15 s, 45 s … up to 4 h, for 24 h, which is 13 or 14 attempts. */
export const defaultSchedule = {
  /** Pause before the second attempt; each later pause is longer by `factor`. */
  firstPauseMs: 5_000,
  factor: 3,
  longestPauseMs: 4 * 3_600_000,
  /** Share of each pause that is random, so that deliveries that failed together are not all repeated together. */
  jitter: 0.2,
  /** The last attempt is made this long after the first one was due. */
  giveUpAfterMs: DAY_MS,
}
export type RetrySchedule = Readonly<typeof defaultSchedule>

interface FailedAttempt {
  /** 1 for the first. */
  readonly attempt: number
  readonly now: number
  readonly giveUpAt: number
  /** The pause that the receiver asked for. */
  readonly retryAfterMs?: number | undefined
}

/** Epoch milliseconds of the next attempt; undefined if the delivery is not attempted again. */
export function nextAttemptAt(
  schedule: RetrySchedule,
  failed: FailedAttempt,
  random = Math.random,
): number | undefined {
  const { attempt, now, giveUpAt, retryAfterMs = 0 } = failed
  if (now >= giveUpAt) return undefined
  const { firstPauseMs, factor, longestPauseMs, jitter } = schedule
  const pauseMs = Math.min(firstPauseMs * factor ** (attempt - 1), longestPauseMs)
  const jittered = pauseMs * (1 - jitter / 2 + jitter * random())
  return Math.min(now + Math.max(jittered, retryAfterMs), giveUpAt)
}

/** Milliseconds of a Retry-After header, which is seconds or a date (RFC 9110, 10.2.3); undefined if it is neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
