import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import type { CountRecord } from './count.model.ts'
import { toCount } from './describe.ts'

/** The event of a count that is posted now. It has no figure of the books. */
export function toEvents(before: CountRecord, after: CountRecord): OutgoingEvent[] {
  if (after.status !== 'Posted' || before.status === 'Posted') return []
  const payload = { at: after.modified.toISOString(), wids: [after.wid], data: toCount(after) }
  return [{ subject: 'count.posted', payload }]
}
