import type { Connection } from 'mongoose'
import type { FeedType } from '../../../shared/contract/notifications/changes.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'

/** In a change's `wids`: visible to every client, whatever its warehouses. */
export const EVERYWHERE = -1

const fields = {
  _id: field.number,
  /** Id of the event, which may arrive more than once. */
  eventId: field.text,
  type: field.oneOf<FeedType>(),
  at: field.date,
  /** The warehouses that the change concerns, after ALL_OF if only clients with all of them see it; or EVERYWHERE alone. */
  wids: field.numbers,
  /** The event's data: for a stock change a LedgerEntry, otherwise an Item or an Alias. */
  data: field.mixed<unknown>(),
}

/** One change of the feed; `_id` is its sequence. Written once, never changed. */
export type ChangeRecord = RecordOf<typeof fields>

const schema = defineSchema('changes', fields, { minimize: false })
schema.index({ eventId: 1 }, { unique: true })

export const createChangeModel = (connection: Connection) => connection.model('Change', schema)
export type ChangeModel = ReturnType<typeof createChangeModel>
