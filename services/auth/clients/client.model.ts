import type { Connection } from 'mongoose'
import type { WarehouseScope } from '../../../shared/contract/core/access.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'

const fields = {
  /** Client id. */
  _id: field.text,
  group: field.text,
  permissions: field.numbers,
  reports: field.numbers,
  warehouses: field.mixed<WarehouseScope>(),
  readOnly: field.flag,
  active: field.flag,
  /** SHA-256 of the secret, in base64url. */
  secretDigest: field.text,
  /** Version of the latest change of its rights. */
  version: field.number,
  changed: field.date,
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
