import { type Connection, Schema } from 'mongoose'

/** How far the feed has been turned into deliveries. There is one record. */
export interface FanOutRecord {
  readonly _id: string
  readonly sequence: number
  /** When deliveries made last are due. It never goes back, whatever the clocks of processes say, so that they start in order. */
  readonly at: Date
}

const schema = new Schema<FanOutRecord>(
  {
    _id: { type: String, required: true },
    sequence: { type: Number, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'webhook_fan_out', versionKey: false, strict: 'throw' },
)

export const createFanOutModel = (connection: Connection) => connection.model('WebhookFanOut', schema)
export type FanOutModel = ReturnType<typeof createFanOutModel>
