import {
  defineSchema,
  number,
  quantity,
  type RecordOf,
  text,
  textOrEmpty,
} from '../../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../../records/versioned-records.ts'

/** Units of a lot that are packed for a line of a shipping order and wait to be shipped. */
const fields = {
  _id: text,
  soNo: text,
  lineNo: number,
  partNo: number,
  wid: number,
  recNo: number,
  /** Name of the package; '' for none. */
  package: textOrEmpty,
  units: quantity,
  version: number,
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
