import { Schema } from 'mongoose'
import { text } from '../../records/schema-fields.ts'
import { defineDocuments, type VersionedRecord } from '../../records/versioned-documents.ts'

/** A number that is taken, by whatever kind of order, transit or count; those of before this record have none. */
export interface TakenNumberRecord extends VersionedRecord {
  readonly _id: string
  readonly kind: string
  /** The number that its document has now: where others still name this one, such as the ledger, they mean that document. */
  readonly renamedTo?: string
}

const schema = new Schema<TakenNumberRecord>(
  { _id: text, kind: text, renamedTo: String, version: { type: Number, required: true } },
  { collection: 'orderNumbers', versionKey: false, strict: 'throw' },
)
schema.index({ renamedTo: 1 }, { partialFilterExpression: { renamedTo: { $gt: '' } } })

export const takenNumbers = defineDocuments<TakenNumberRecord>('OrderNumber', schema)
