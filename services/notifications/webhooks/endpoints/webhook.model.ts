import type { Connection } from 'mongoose'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'
import type { PayloadMode } from '../../../../shared/contract/notifications/webhooks.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: field.number,
  /** Id of the client that owns it. */
  owner: field.text,
  /** Number of the webhook among its owner's, from 0. Its unique index enforces the limit for parallel creations. */
  slot: field.number,
  name: field.text,
  url: field.text,
  events: field.someOf<ChangeType>(),
  payloadMode: field.oneOf<PayloadMode>(),
  active: field.flag,
  /** Why the system switched it off. */
  switchedOff: field.nullable(field.text),
  failingSince: field.nullable(field.date),
  /** Days in UTC (`2026-01-31`) with failures since the last success. */
  failedOn: field.withDefault(field.texts, []),
  /** End of the pause that the receiver asked for. */
  pausedUntil: field.nullable(field.date),
  /** From which the secret is derived. */
  seed: field.text,
  previousSeed: field.nullable(field.text),
  previousUntil: field.nullable(field.date),
  /** What was replaced before that and is still valid, the latest first. Earlier versions stored none. */
  earlierSeeds: field.optional(field.list({ seed: field.text, until: field.date })),
  /** End of the feed when it was made: it gets what follows. Earlier versions stored none. */
  since: field.optional(field.number),
  created: field.date,
  modified: field.date,
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
