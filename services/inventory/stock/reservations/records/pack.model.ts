import { defineSchema, field, type RecordOf } from '../../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../../records/versioned-records.ts'

/** Units of a lot that are packed for a line of a shipping order and wait to be shipped. */
const fields = {
  _id: field.text,
  soNo: field.text,
  lineNo: field.number,
  partNo: field.number,
  wid: field.number,
  recNo: field.number,
  /** Name of the package; '' for none. */
  package: field.textOrEmpty,
  units: field.quantity,
  version: field.number,
}
export type PackRecord = RecordOf<typeof fields>

const schema = defineSchema('packs', fields)
schema.index({ partNo: 1, wid: 1 })
schema.index({ soNo: 1, lineNo: 1 })

export const packs = defineRecords<PackRecord>('Pack', schema)

export const packId = ({
  soNo,
  lineNo,
  recNo,
  package: name,
}: Pick<PackRecord, 'soNo' | 'lineNo' | 'recNo' | 'package'>) => [lineNo, recNo, soNo.length, soNo, name].join('/')

/** The packed units as they count in the figure of their level. */
export const toOpenFigure = ({ soNo: reference, lineNo: line, ...pack }: PackRecord) => ({
  ...pack,
  kind: 'packed' as const,
  reference,
  line,
})
