import type { Connection } from 'mongoose'
import {
  date,
  defineSchema,
  nullable,
  number,
  quantity,
  type RecordOf,
  text,
} from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: text,
  sequence: number,
  at: date,
  partNo: number,
  wid: number,
  expected: quantity,
  counted: quantity,
  /** Mean cost of a unit; null if none has a price. */
  unitCost: nullable(quantity),
  /** Of the entry that posted the difference; null if there was none. */
  reasonCode: nullable(number),
}

/** A line of a count when it was posted: `_id` is number/lineNo. */
export type CountedLineRecord = RecordOf<typeof fields>

export function createCountedLineModel(connection: Connection, generation: number) {
  const schema = defineSchema(`countedLines_${generation}`, fields)
  schema.index({ at: 1 })
  return connection.model<CountedLineRecord>(`CountedLine_${generation}`, schema)
}
