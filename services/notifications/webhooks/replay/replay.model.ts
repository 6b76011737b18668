import type { Connection } from 'mongoose'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'
import type { ReplayStatus } from '../../../../shared/contract/notifications/webhook-replays.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'

const fields = {
  /** The webhook's rec: the next replay replaces one that has ended. */
  _id: field.number,
  fromSequence: field.number,
  toSequence: field.number,
  /** The changes before it have their deliveries. */
  nextSequence: field.number,
  types: field.nullable(field.someOf<ChangeType>()),
  delivered: field.number,
  status: field.oneOf<ReplayStatus>(),
  startedAt: field.date,
  endedAt: field.nullable(field.date),
  /** The process that makes the deliveries, and until when no other one may. */
  holder: field.nullable(field.text),
  heldUntil: field.date,
}

/** A range of the feed that is sent to a webhook again. */
export type ReplayRecord = RecordOf<typeof fields>

const schema = defineSchema('webhook_replays', fields)
schema.index({ status: 1 })

export const createReplayModel = (connection: Connection) => connection.model('WebhookReplay', schema)
export type ReplayModel = ReturnType<typeof createReplayModel>
