import type { Change } from '../../../../shared/contract/notifications/changes.ts'
import { idMembers, TEST_TYPE } from '../../../../shared/contract/notifications/messages.ts'
import type { PayloadMode } from '../../../../shared/contract/notifications/webhooks.ts'

/** The body that tells a receiver of a change: type, timestamp and data as Standard Webhooks has them, with its place in the feed. */
export function toMessage(change: Change, mode: PayloadMode): string {
  const { type, at, sequence, id } = change
  return JSON.stringify({ type, timestamp: at, sequence, id, data: mode === 'full' ? change.data : idsOf(change) })
}

/** The body of a test. */
export function toTestMessage(at: Date, rec: number): string {
  return JSON.stringify({ type: TEST_TYPE, timestamp: at.toISOString(), data: { rec } })
}

/** Of a change's data only what it takes to ask for the rest: numbers of records and names of items. */
function idsOf({ data }: Change): Record<string, unknown> {
  const ids = Object.entries(data).filter(([name]) => idMembers.has(name))
  const recNos = 'lots' in data ? { recNos: data.lots.map(({ recNo }) => recNo) } : {}
  return { ...Object.fromEntries(ids), ...recNos }
}
