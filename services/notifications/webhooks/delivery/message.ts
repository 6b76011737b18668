import { type Change, idsOf, TEST_TYPE } from '../../../../shared/contract/notifications/changes.ts'
import type { PayloadMode } from '../../../../shared/contract/notifications/webhooks.ts'

/** The body of a delivery: type, timestamp and data as in Standard Webhooks, with the change's sequence and id. */
export function toMessage(change: Change, mode: PayloadMode): string {
  const { type, at, sequence, id } = change
  return JSON.stringify({ type, timestamp: at, sequence, id, data: mode === 'full' ? change.data : idsOf(change) })
}

/** The body of a test message. */
export function toTestMessage(at: Date, rec: number): string {
  return JSON.stringify({ type: TEST_TYPE, timestamp: at.toISOString(), data: { rec } })
}
