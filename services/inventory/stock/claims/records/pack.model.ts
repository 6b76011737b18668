import { Schema } from 'mongoose'
import type { StoredQuantity } from '../../../records/quantity.ts'
import { defineDocuments } from '../../../records/versioned-documents.ts'

/** Units of a lot that are packed for a line of a shipping order and wait to be shipped. */
export interface PackRecord {
  readonly _id: string
  readonly soNo: string
  readonly lineNo: number
  readonly partNo: number
  readonly wid: number
  readonly recNo: number
  /** Name of the package; '' for none. */
  readonly package: string
  readonly units: StoredQuantity
  readonly version: number
}

const schema = new Schema<PackRecord>(
  {
    _id: { type: String, required: true },
    soNo: { type: String, required: true },
    lineNo: { type: Number, required: true },
    partNo: { type: Number, required: true },
    wid: { type: Number, required: true },
    recNo: { type: Number, required: true },
    package: { type: String, default: '' },
    units: { type: Schema.Types.Decimal128, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'packs', versionKey: false, strict: 'throw' },
)
schema.index({ partNo: 1, wid: 1 })
schema.index({ soNo: 1, lineNo: 1 })

export const packs = defineDocuments<PackRecord>('Pack', schema)

export const packId = ({
  soNo,
  lineNo,
  recNo,
  package: name,
}: Pick<PackRecord, 'soNo' | 'lineNo' | 'recNo' | 'package'>) => [lineNo, recNo, soNo.length, soNo, name].join('/')
