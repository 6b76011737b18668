import type { Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'
import { DAY_SECONDS } from '../../../shared/day.ts'

/** Rows go an hour after their run, which may have taken a while to make. */
const ROWS_SECONDS = 25 * 3_600

const runFields = {
  _id: field.text,
  /** Digest of the request, of the rights that may see it, and of its sequence. */
  key: field.text,
  generation: field.number,
  /** The moment that the rows are of. */
  sequence: field.number,
  at: field.date,
  /** For whom it was made; absent from runs of earlier versions. */
  client: field.optional(field.text),
  count: field.number,
  /** Sums of columns; absent if no row has a number in one. */
  totals: field.optional(field.mixed<Readonly<Record<string, number>>>()),
  made: field.date,
  /** Whether a request for it had ended without it. */
  isLate: field.optional(field.flag),
}

/** The rows of a report at one moment, which pages are cut from. */
export type RunRecord = RecordOf<typeof runFields>

const runSchema = defineSchema('runs', runFields)
runSchema.index({ key: 1, sequence: 1, made: -1 })
runSchema.index({ client: 1 })
runSchema.index({ made: 1 }, { expireAfterSeconds: DAY_SECONDS })

const chunkFields = {
  /** The run and the number of the chunk, from 0. */
  _id: field.text,
  rows: field.mixed<readonly Row[]>(),
  made: field.date,
}
export type Row = Readonly<Record<string, unknown>>

const chunkSchema = defineSchema('runParts', chunkFields)
chunkSchema.index({ made: 1 }, { expireAfterSeconds: ROWS_SECONDS })

export const createRunModel = (connection: Connection) => connection.model('Run', runSchema)
export const createRunChunkModel = (connection: Connection) => connection.model('RunPart', chunkSchema)
