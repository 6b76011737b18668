import type { Connection } from 'mongoose'
import { isReachable } from '../../../../shared/contract/core/identifiers.ts'
import { defineSchema, flag, number, optional, type RecordOf, text } from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'

/** A number that is taken, by whatever kind of order, transit or count; those of before this record have none. */
const fields = {
  _id: text,
  kind: text,
  /** An alias: the number that its document has, in the place of one that no path reached. */
  renamedTo: optional(text),
  /** Of an alias: the ledger does not have it any more. */
  isSettled: optional(flag),
  version: number,
}
export type TakenNumberRecord = RecordOf<typeof fields>

const schema = defineSchema('orderNumbers', fields)
schema.index({ renamedTo: 1 }, { partialFilterExpression: { renamedTo: { $gt: '' } } })

export const takenNumbers = defineRecords<TakenNumberRecord>('OrderNumber', schema)

/** The number of the document that a number is an alias of. Only numbers that no path reaches are: others cost no read. */
export async function readAlias(connection: Connection, number: string): Promise<string | undefined> {
  if (number === '' || isReachable(number)) return undefined
  return (await takenNumbers.model(connection).findById(number).lean<TakenNumberRecord>())?.renamedTo
}
