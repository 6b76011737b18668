import type { Connection } from 'mongoose'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { DAY_MS } from '../../../../shared/day.ts'

const fields = {
  /** `msg_<rec>_<sequence>`, sent as webhook-id. */
  _id: field.text,
  rec: field.number,
  sequence: field.number,
  type: field.oneOf<ChangeType>(),
  /** Attempts already made. */
  attempts: field.number,
  /** When the next attempt is due; while an attempt is under way, the end of its lease. */
  due: field.date,
  /** Id of the current or last lease. */
  claim: field.nullable(field.text),
  giveUpAt: field.date,
  /** The database removes the record then, for webhooks that no process may deliver to any more. */
  expires: field.date,
}

/** A delivery of a change to a webhook. It is removed when it has succeeded or is given up. */
export type DeliveryRecord = RecordOf<typeof fields>

function toSchema(collection: string) {
  const schema = defineSchema(collection, fields)
  // The sort in which a webhook's deliveries start.
  schema.index({ rec: 1, due: 1, sequence: 1 })
  schema.index({ claim: 1 })
  schema.index({ expires: 1 }, { expireAfterSeconds: 0 })
  return schema
}
const schema = toSchema('webhook_deliveries')
const replayed = toSchema('webhook_replay_deliveries')

export const createDeliveryModel = (connection: Connection) => connection.model('WebhookDelivery', schema)
/** Deliveries of replays: a change may have one beside its other delivery. */
export const createReplayDeliveryModel = (connection: Connection): DeliveryModel =>
  connection.model('WebhookReplayDelivery', replayed)
export type DeliveryModel = ReturnType<typeof createDeliveryModel>

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
