import { type Connection, Schema } from 'mongoose'
import type { ChangeType } from '../../../shared/contract/notifications/changes.ts'

/** In a change's `wids`: visible to every client, whatever its warehouses. */
export const EVERYWHERE = -1

/** One change of the feed; `_id` is its sequence. Written once, never changed. */
export interface ChangeRecord {
  readonly _id: number
  /** Id of the event, which may arrive more than once. */
  readonly eventId: string
  readonly type: ChangeType
  readonly at: Date
  /** The warehouses that the change concerns, behind ALL_OF if it is visible only to clients with all of them; or EVERYWHERE alone. */
  readonly wids: readonly number[]
  /** The event's data: for a stock change a LedgerEntry, otherwise an Item or an Alias. */
  readonly data: unknown
}

const schema = new Schema<ChangeRecord>(
  {
    _id: { type: Number, required: true },
    eventId: { type: String, required: true },
    type: { type: String, required: true },
    at: { type: Date, required: true },
    wids: { type: [Number], required: true },
    data: { type: Schema.Types.Mixed, required: true },
  },
  { collection: 'changes', versionKey: false, strict: 'throw', minimize: false },
)
schema.index({ eventId: 1 }, { unique: true })

export const createChangeModel = (connection: Connection) => connection.model('Change', schema)
export type ChangeModel = ReturnType<typeof createChangeModel>
