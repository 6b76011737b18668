import type { Connection } from 'mongoose'
import { date, defineSchema, number, optional, type RecordOf, text } from '../../../shared/database/record-fields.ts'

const fields = {
  /** `7`, or `7/3` of its sub-category 3: concurrent writes cannot give one number two names. */
  _id: text,
  category: number,
  /** Absent: the name is that of the category. */
  subCategory: optional(number),
  name: text,
  modified: date,
}
export type CategoryRecord = RecordOf<typeof fields>

const schema = defineSchema('categories', fields)
schema.index({ category: 1, subCategory: 1 })

export const createCategoryModel = (connection: Connection) => connection.model('Category', schema)
export type CategoryModel = ReturnType<typeof createCategoryModel>
