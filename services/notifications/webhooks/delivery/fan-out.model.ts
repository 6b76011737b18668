import type { Connection } from 'mongoose'
import { date, defineSchema, number, type RecordOf, text } from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: text,
  sequence: number,
  /** `due` of the last deliveries. It never decreases, even if clocks differ, so deliveries start in sequence. */
  at: date,
}

/** The position in the feed up to which deliveries were made. There is one record. */
export type FanOutRecord = RecordOf<typeof fields>

const schema = defineSchema('webhook_fan_out', fields)

export const createFanOutModel = (connection: Connection) => connection.model('WebhookFanOut', schema)
export type FanOutModel = ReturnType<typeof createFanOutModel>
