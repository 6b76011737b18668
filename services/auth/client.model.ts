import { type Connection, Schema } from 'mongoose'
import type { WarehouseScope } from '../../shared/contract/core/access.ts'

/** A client and its rights. `permissions` is a copy of the group's, so that rights and their version are in one document. */
export interface ClientRecord {
  /** Client id. */
  readonly _id: string
  readonly group: string
  readonly permissions: number[]
  readonly warehouses: WarehouseScope
  readonly readOnly: boolean
  readonly active: boolean
  /** SHA-256 of the secret, in base64url. */
  readonly secretDigest: string
  /** Version of the latest change of its rights. */
  readonly version: number
  readonly changed: Date
}

const schema = new Schema<ClientRecord>(
  {
    _id: { type: String, required: true },
    group: { type: String, required: true },
    permissions: { type: [Number], required: true },
    warehouses: { type: Schema.Types.Mixed, required: true },
    readOnly: { type: Boolean, required: true },
    active: { type: Boolean, required: true },
    secretDigest: { type: String, required: true },
    version: { type: Number, required: true },
    changed: { type: Date, required: true },
  },
  { collection: 'clients', versionKey: false, strict: 'throw' },
)
schema.index({ version: 1 })
schema.index({ group: 1 })

export const clientModel = (connection: Connection) => connection.model('Client', schema)
export type ClientModel = ReturnType<typeof clientModel>
