import { type Connection, Schema } from 'mongoose'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'
import type { PayloadMode } from '../../../../shared/contract/notifications/webhooks.ts'

/** A webhook as stored; `_id` is its rec. */
export interface WebhookRecord {
  readonly _id: number
  /** Id of the client that owns it. */
  readonly owner: string
  /** Number of the webhook among the owner's, from 0. Its unique index enforces the limit when several are created at once. */
  readonly slot: number
  readonly name: string
  readonly url: string
  readonly events: readonly ChangeType[]
  readonly payloadMode: PayloadMode
  readonly active: boolean
  /** Why the system switched it off. */
  readonly switchedOff: string | null
  readonly failingSince: Date | null
  /** Days in UTC (`2026-01-31`) with failures since the last success. */
  readonly failedOn: readonly string[]
  /** End of the pause that the receiver asked for. */
  readonly pausedUntil: Date | null
  /** From which the secret is derived. */
  readonly seed: string
  readonly previousSeed: string | null
  readonly previousUntil: Date | null
  /** End of the feed when it was made: it gets what follows. Earlier versions stored none. */
  readonly since?: number
  readonly created: Date
  readonly modified: Date
}

const schema = new Schema<WebhookRecord>(
  {
    _id: { type: Number, required: true },
    owner: { type: String, required: true },
    slot: { type: Number, required: true },
    name: { type: String, required: true },
    url: { type: String, required: true },
    events: { type: [String], required: true },
    payloadMode: { type: String, required: true },
    active: { type: Boolean, required: true },
    switchedOff: { type: String, default: null },
    failingSince: { type: Date, default: null },
    failedOn: { type: [String], default: [] },
    pausedUntil: { type: Date, default: null },
    seed: { type: String, required: true },
    previousSeed: { type: String, default: null },
    previousUntil: { type: Date, default: null },
    since: Number,
    created: { type: Date, required: true },
    modified: { type: Date, required: true },
  },
  { collection: 'webhooks', versionKey: false, strict: 'throw' },
)
schema.index({ owner: 1, slot: 1 }, { unique: true })
schema.index({ active: 1 })

/** The health of a webhook without failures. */
export const healthy = { switchedOff: null, failingSince: null, failedOn: [], pausedUntil: null } as const

export const createWebhookModel = (connection: Connection) => connection.model('Webhook', schema)
export type WebhookModel = ReturnType<typeof createWebhookModel>
