import { type Connection, Schema } from 'mongoose'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'

/** A change that is still to be delivered to a webhook. Gone when it was, or was given up. */
export interface DeliveryRecord {
  /** `msg_<rec>_<sequence>`: what the receiver sees as webhook-id. */
  readonly _id: string
  readonly rec: number
  readonly sequence: number
  readonly type: ChangeType
  /** How many have been made. */
  readonly attempts: number
  /** When it is to be tried; while somebody tries it, when his claim ends. */
  readonly due: Date
  /** Who tries it, or did last. */
  readonly claim: string | null
  readonly giveUpAt: Date
  /** What nobody may deliver any more is forgotten then. */
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
// The order in which a webhook's deliveries start.
schema.index({ rec: 1, due: 1, sequence: 1 })
schema.index({ claim: 1 })
schema.index({ expires: 1 }, { expireAfterSeconds: 0 })

export const createDeliveryModel = (connection: Connection) => connection.model('WebhookDelivery', schema)
export type DeliveryModel = ReturnType<typeof createDeliveryModel>
