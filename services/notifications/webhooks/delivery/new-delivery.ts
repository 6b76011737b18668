import { DAY_MS } from '../../../../shared/day.ts'
import type { DeliveryRecord } from './delivery.model.ts'

/** The records of deliveries that no process could make are removed so long after they would be given up. */
const EXPIRES_AFTER_MS = DAY_MS

/** When a delivery was made. */
export const createdAt = ({ expires }: Pick<DeliveryRecord, 'expires'>, giveUpAfterMs: number): number =>
  expires.getTime() - EXPIRES_AFTER_MS - giveUpAfterMs

/** A delivery that is due at once. */
export function newDelivery(
  { rec, sequence, type }: Pick<DeliveryRecord, 'rec' | 'sequence' | 'type'>,
  now: number,
  giveUpAfterMs: number,
): DeliveryRecord {
  return {
    _id: `msg_${rec}_${sequence}`,
    rec,
    sequence,
    type,
    attempts: 0,
    due: new Date(now),
    claim: null,
    giveUpAt: new Date(now + giveUpAfterMs),
    expires: new Date(now + giveUpAfterMs + EXPIRES_AFTER_MS),
  }
}
