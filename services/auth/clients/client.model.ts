import type { Connection } from 'mongoose'
import type { WarehouseScope } from '../../../shared/contract/core/access.ts'
import {
  date,
  defineSchema,
  flag,
  mixed,
  number,
  numbers,
  type RecordOf,
  text,
} from '../../../shared/database/record-fields.ts'

const fields = {
  /** Client id. */
  _id: text,
  group: text,
  permissions: numbers,
  reports: numbers,
  warehouses: mixed<WarehouseScope>(),
  readOnly: flag,
  active: flag,
  /** SHA-256 of the secret, in base64url. */
  secretDigest: text,
  /** Version of the latest change of its rights. */
  version: number,
  changed: date,
}

/**
 * A client and its rights. `permissions` and `reports` are copies of the group's, so that rights and their version are in
 * one document.
 */
export type ClientRecord = RecordOf<typeof fields>

const schema = defineSchema('clients', fields)
schema.index({ version: 1 })
schema.index({ group: 1 })

export const clientModel = (connection: Connection) => connection.model('Client', schema)
export type ClientModel = ReturnType<typeof clientModel>
