import type { Connection } from 'mongoose'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'
import type { ReplayStatus } from '../../../../shared/contract/notifications/webhook-replays.ts'
import {
  date,
  defineSchema,
  nullable,
  number,
  oneOf,
  type RecordOf,
  someOf,
  text,
} from '../../../../shared/database/record-fields.ts'

const fields = {
  /** The webhook's rec: the next replay replaces one that has ended. */
  _id: number,
  fromSequence: number,
  toSequence: number,
  /** The changes before it have their deliveries. */
  nextSequence: number,
  types: nullable(someOf<ChangeType>()),
  delivered: number,
  status: oneOf<ReplayStatus>(),
  startedAt: date,
  endedAt: nullable(date),
  /** The process that makes the deliveries, and until when no other one may. */
  holder: nullable(text),
  heldUntil: date,
}

/** A range of the feed that is sent to a webhook again. */
export type ReplayRecord = RecordOf<typeof fields>

const schema = defineSchema('webhook_replays', fields)
schema.index({ status: 1 })

export const createReplayModel = (connection: Connection) => connection.model('WebhookReplay', schema)
export type ReplayModel = ReturnType<typeof createReplayModel>
