import type { Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: field.text,
  sequence: field.number,
  at: field.date,
  partNo: field.number,
  wid: field.number,
  expected: field.quantity,
  counted: field.quantity,
  /** Mean cost of a unit; null if none has a price. */
  unitCost: field.nullable(field.quantity),
  /** Of the entry that posted the difference; null if there was none. */
  reasonCode: field.nullable(field.number),
}

/** A line of a count when it was posted: `_id` is number/lineNo. */
export type CountedLineRecord = RecordOf<typeof fields>

export function createCountedLineModel(connection: Connection, generation: number) {
  const schema = defineSchema(`countedLines_${generation}`, fields)
  schema.index({ at: 1 })
  return connection.model<CountedLineRecord>(`CountedLine_${generation}`, schema)
}
