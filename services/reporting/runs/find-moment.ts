import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Days } from '../../../shared/contract/dates/days.ts'
import { notifications } from '../../../shared/contract/notifications/notifications.ts'
import { DAY_MS } from '../../../shared/day.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { presentMs } from '../../../shared/process/time/clock.ts'
import type { Generation } from '../follower/generation.model.ts'
import type { Moment } from '../history/history.ts'

/** Divides the offsets of all zones from UTC, as Asia/Kolkata +05:30 and Asia/Kathmandu +05:45: no day begins amid one. */
const QUARTER_MS = 900_000
const KEPT_MS = DAY_MS

export const expired = () => new AppError('conflict', 'The snapshot has expired.')

/**
 * The moment of a snapshot, by default the present one. Throws 409 for one that is neither of the last 24 hours nor the end
 * of a day. The present one stays the same for a quarter of an hour, so that what is asked again meanwhile is not run again.
 */
export async function findMoment(
  snapshot: number | undefined,
  { sequence, at }: Generation,
  { call, days, context: { requestId, traceparent, deadline } }: { call: Call; days: Days; context: CallContext },
): Promise<Moment> {
  if (snapshot === undefined || snapshot === sequence) {
    const quarter = Math.floor(presentMs() / QUARTER_MS) * QUARTER_MS
    return { sequence, at: new Date(Math.max(at.getTime(), quarter)) }
  }
  if (snapshot > sequence) throw new AppError('conflict', `Reports know the feed up to ${sequence}.`)
  const caller = { requestId, traceparent, deadline }
  const { at: own, latest, next } = await call(notifications.readTimes, { sequence: snapshot }, caller)
  // Changes overtake each other in the feed: the last one may have happened before others that reports knew with it.
  const moment = { sequence: snapshot, at: toDate(latest) }
  if (next !== null && Date.parse(next) > presentMs() - KEPT_MS) return moment
  const day = days.dayOf(toDate(own))
  if (next === null || day.name >= days.dayOf(toDate(next)).name) throw expired()
  return { ...moment, at: new Date(Math.min(moment.at.getTime(), day.end.getTime() - 1)) }
}

const toDate = (written: string | null) => new Date(written ?? 0)
