import type { Connection } from 'mongoose'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'
import type { PayloadMode } from '../../../../shared/contract/notifications/webhooks.ts'
import {
  date,
  defineSchema,
  flag,
  list,
  nullable,
  number,
  oneOf,
  optional,
  type RecordOf,
  someOf,
  text,
  texts,
  withDefault,
} from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: number,
  /** Id of the client that owns it. */
  owner: text,
  /** Number of the webhook among its owner's, from 0. Its unique index enforces the limit for parallel creations. */
  slot: number,
  name: text,
  url: text,
  events: someOf<ChangeType>(),
  payloadMode: oneOf<PayloadMode>(),
  active: flag,
  /** Why the system switched it off. */
  switchedOff: nullable(text),
  failingSince: nullable(date),
  /** Days in UTC (`2026-01-31`) with failures since the last success. */
  failedOn: withDefault(texts, []),
  /** End of the pause that the receiver asked for. */
  pausedUntil: nullable(date),
  /** From which the secret is derived. */
  seed: text,
  previousSeed: nullable(text),
  previousUntil: nullable(date),
  /** What was replaced before that and is still valid, the latest first. Earlier versions stored none. */
  earlierSeeds: optional(list({ seed: text, until: date })),
  /** End of the feed when it was made: it gets what follows. Earlier versions stored none. */
  since: optional(number),
  created: date,
  modified: date,
}

/** A webhook as stored; `_id` is its rec. */
export type WebhookRecord = RecordOf<typeof fields>

const schema = defineSchema('webhooks', fields)
schema.index({ owner: 1, slot: 1 }, { unique: true })
schema.index({ active: 1 })

/** The health of a webhook without failures. */
export const healthy = { switchedOff: null, failingSince: null, failedOn: [], pausedUntil: null } as const

export const createWebhookModel = (connection: Connection) => connection.model('Webhook', schema)
export type WebhookModel = ReturnType<typeof createWebhookModel>
