import { type Connection, Schema } from 'mongoose'
import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'

/** The log has the attempts of this time. */
const KEPT_SECONDS = 30 * 86_400

/** One attempt of the log. */
export interface AttemptRecord {
  readonly rec: number
  readonly at: Date
  readonly webhookId: string
  readonly type: string
  readonly sequence: number | null
  readonly attempt: number
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly outcome: Attempt['outcome']
  readonly nextAttempt: Date | null
}

const schema = new Schema<AttemptRecord>(
  {
    rec: { type: Number, required: true },
    at: { type: Date, required: true },
    webhookId: { type: String, required: true },
    type: { type: String, required: true },
    sequence: { type: Number, default: null },
    attempt: { type: Number, required: true },
    status: { type: Number, default: null },
    error: { type: String, default: null },
    durationMs: { type: Number, required: true },
    outcome: { type: String, required: true },
    nextAttempt: { type: Date, default: null },
  },
  { collection: 'webhook_attempts', versionKey: false, strict: 'throw' },
)
schema.index({ rec: 1, at: -1, _id: -1 })
schema.index({ webhookId: 1 })
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const createAttemptModel = (connection: Connection) => connection.model('WebhookAttempt', schema)
export type AttemptModel = ReturnType<typeof createAttemptModel>
