import { AppError } from '../../../shared/contract/core/errors.ts'
import { notifications } from '../../../shared/contract/notifications/notifications.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { Generation } from '../follower/generation.model.ts'
import type { Days } from '../history/days.ts'
import type { Moment } from '../history/history.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 24 * HOUR_MS

export const expired = () => new AppError('conflict', 'The snapshot has expired.')

/**
 * The moment of a snapshot, by default the present one. Throws 409 for one that is neither of the last 24 hours nor the end
 * of a day. The moment of a snapshot stays the same for an hour, so that all pages are of one run.
 */
export async function findMoment(
  snapshot: number | undefined,
  { sequence, at }: Generation,
  { call, days, context: { requestId, traceparent, deadline } }: { call: Call; days: Days; context: CallContext },
): Promise<Moment> {
  if (snapshot === undefined || snapshot === sequence) {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
    return { sequence, at: new Date(Math.max(at.getTime(), hour)) }
  }
  if (snapshot > sequence) throw new AppError('conflict', `Reports know the feed up to ${sequence}.`)
  const since = Math.max(0, snapshot - 1)
  const { value } = await call(notifications.readEvents, { since, limit: 2 }, { requestId, traceparent, deadline })
  const last = value.find((event) => event.sequence === snapshot)
  const next = value.find((event) => event.sequence === snapshot + 1)
  // The changes of a message are of different moments, and the clocks of machines differ a little.
  const isRecent = next !== undefined && Date.parse(next.at) > Date.now() - KEPT_MS
  const isEndOfDay = last && next && days.dayOf(new Date(last.at)).name < days.dayOf(new Date(next.at)).name
  if (!isRecent && !isEndOfDay) throw expired()
  return { sequence: snapshot, at: new Date(last?.at ?? 0) }
}
