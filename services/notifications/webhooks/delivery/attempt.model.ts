import type { Connection } from 'mongoose'
import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import {
  date,
  defineSchema,
  flag,
  nullable,
  number,
  oneOf,
  optional,
  type RecordOf,
  text,
} from '../../../../shared/database/record-fields.ts'
import { DAY_SECONDS } from '../../../../shared/day.ts'

/** The log has the attempts of this time. */
const KEPT_SECONDS = 30 * DAY_SECONDS

const fields = {
  rec: number,
  at: date,
  webhookId: text,
  type: text,
  sequence: nullable(number),
  attempt: number,
  status: nullable(number),
  error: nullable(text),
  durationMs: number,
  outcome: oneOf<Attempt['outcome']>(),
  nextAttempt: nullable(date),
  /** True if a replay made it, else absent. */
  replay: optional(flag),
}

/** One attempt of the log. */
export type AttemptRecord = RecordOf<typeof fields>

const schema = defineSchema('webhook_attempts', fields)
schema.index({ rec: 1, at: -1, _id: -1 })
schema.index({ webhookId: 1 })
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const createAttemptModel = (connection: Connection) => connection.model('WebhookAttempt', schema)
export type AttemptModel = ReturnType<typeof createAttemptModel>
