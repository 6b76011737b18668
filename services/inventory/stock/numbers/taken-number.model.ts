import { defineSchema, number, optional, type RecordOf, text } from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'

/** A number that is taken, by whatever kind of order, transit or count; those of before this record have none. */
const fields = {
  _id: text,
  kind: text,
  /** The number that its document has now: where others still name this one, such as the ledger, they mean that document. */
  renamedTo: optional(text),
  version: number,
}
export type TakenNumberRecord = RecordOf<typeof fields>

const schema = defineSchema('orderNumbers', fields)
schema.index({ renamedTo: 1 }, { partialFilterExpression: { renamedTo: { $gt: '' } } })

export const takenNumbers = defineRecords<TakenNumberRecord>('OrderNumber', schema)
