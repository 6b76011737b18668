import { type Connection, Schema } from 'mongoose'

export const RIGHTS_VERSION = 'rights'

interface RightsVersionRecord {
  readonly _id: typeof RIGHTS_VERSION
  readonly last: number
}

const schema = new Schema<RightsVersionRecord>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { collection: 'rights_version', versionKey: false, strict: 'throw' },
)

export const rightsVersionModel = (connection: Connection) => connection.model('RightsVersion', schema)
export type RightsVersionModel = ReturnType<typeof rightsVersionModel>
