import { type Connection, Schema } from 'mongoose'

/** The position in the feed up to which deliveries were made. There is one record. */
export interface FanOutRecord {
  readonly _id: string
  readonly sequence: number
  /** `due` of the last deliveries. It never decreases, whatever the clocks of the processes say, so deliveries start in sequence. */
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
