import type { Connection } from 'mongoose'
import { defineSchema, number, oneOf } from '../../../shared/database/record-fields.ts'

export const RIGHTS_VERSION = 'rights'

const fields = {
  _id: oneOf<typeof RIGHTS_VERSION>(),
  last: number,
}

const schema = defineSchema('rights_version', fields)

export const rightsVersionModel = (connection: Connection) => connection.model('RightsVersion', schema)
export type RightsVersionModel = ReturnType<typeof rightsVersionModel>
