import type { Connection } from 'mongoose'
import { defineSchema, numbers, type RecordOf, text } from '../../../shared/database/record-fields.ts'

const fields = {
  /** Name. */
  _id: text,
  permissions: numbers,
  reports: numbers,
}

/** The permissions of the clients in a group. */
export type GroupRecord = RecordOf<typeof fields>

const schema = defineSchema('groups', fields)

export const groupModel = (connection: Connection) => connection.model('Group', schema)
export type GroupModel = ReturnType<typeof groupModel>
