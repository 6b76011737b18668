import { type Connection, Schema } from 'mongoose'

/** The permissions of the clients in a group. */
export interface GroupRecord {
  /** Name. */
  readonly _id: string
  readonly permissions: number[]
  readonly reports: number[]
}

const schema = new Schema<GroupRecord>(
  {
    _id: { type: String, required: true },
    permissions: { type: [Number], required: true },
    reports: { type: [Number], required: true },
  },
  { collection: 'groups', versionKey: false, strict: 'throw' },
)

export const groupModel = (connection: Connection) => connection.model('Group', schema)
export type GroupModel = ReturnType<typeof groupModel>
