import { type Connection, Schema } from 'mongoose'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'

/** A delivery of a change to a webhook. It is removed when it has succeeded or is given up. */
export interface DeliveryRecord {
  /** `msg_<rec>_<sequence>`, sent as webhook-id. */
  readonly _id: string
  readonly rec: number
  readonly sequence: number
  readonly type: ChangeType
  /** Attempts made so far. */
  readonly attempts: number
  /** When the next attempt is due; while an attempt is under way, the end of its claim. */
  readonly due: Date
  /** Id of the current or last claim. */
  readonly claim: string | null
  readonly giveUpAt: Date
  /** The database removes the record then, for webhooks that no process may deliver to any more. */
  readonly expires: Date
}

const schema = new Schema<DeliveryRecord>(
  {
    _id: { type: String, required: true },
    rec: { type: Number, required: true },
    sequence: { type: Number, required: true },
    type: { type: String, required: true },
    attempts: { type: Number, required: true },
    due: { type: Date, required: true },
    claim: { type: String, default: null },
    giveUpAt: { type: Date, required: true },
    expires: { type: Date, required: true },
  },
  { collection: 'webhook_deliveries', versionKey: false, strict: 'throw' },
)
// The sort in which a webhook's deliveries start.
schema.index({ rec: 1, due: 1, sequence: 1 })
schema.index({ claim: 1 })
schema.index({ expires: 1 }, { expireAfterSeconds: 0 })

export const createDeliveryModel = (connection: Connection) => connection.model('WebhookDelivery', schema)
export type DeliveryModel = ReturnType<typeof createDeliveryModel>
