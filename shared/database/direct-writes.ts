import type { ClientSession, mongo } from 'mongoose'
import { assertFits, assertUpdateFits, type Checked } from './schema-check.ts'

interface Target extends Checked {
  readonly collection: unknown
}

interface StoredRecord {
  readonly _id: unknown
}

/** One write of a bulk: an insert, a replacement, an update or a deletion of one record. */
export type DirectWrite<R extends StoredRecord> = Extract<
  mongo.AnyBulkWriteOperation<R>,
  { insertOne: unknown } | { replaceOne: unknown } | { updateOne: unknown } | { deleteOne: unknown }
>

/**
 * Inserts records without mongoose documents: 8 µs of processor time for the ledger record of a move instead of 517 µs. The schema's rules hold:
 * a value of another type, a missing required field or an unknown one throws. Undefined fields are left out.
 */
export async function insertDirectly<R extends StoredRecord>(
  model: Target,
  records: readonly R[],
  session?: ClientSession,
): Promise<void> {
  for (const record of records) assertFits(model, record)
  await collectionOf<R>(model).insertMany(records as mongo.OptionalUnlessRequiredId<R>[], optionsOf(session))
}

/**
 * Writes records in one command without mongoose's casts: 3 µs of processor time for an update instead of 13 to 26 µs. The schema's
 * rules hold as for inserts; updates are checked path by path.
 */
export async function writeDirectly<R extends StoredRecord>(
  model: Target,
  writes: readonly DirectWrite<R>[],
  session?: ClientSession,
): Promise<mongo.BulkWriteResult> {
  for (const write of writes) {
    if ('insertOne' in write) assertFits(model, write.insertOne.document)
    else if ('replaceOne' in write) assertFits(model, write.replaceOne.replacement)
    else if ('updateOne' in write) assertUpdateFits(model, write.updateOne.update)
  }
  return collectionOf<R>(model).bulkWrite(writes, optionsOf(session))
}

const optionsOf = (session: ClientSession | undefined) => ({ ignoreUndefined: true, ...(session && { session }) })

/** Mongoose declares its collection without the driver's types; it has the driver's methods. */
const collectionOf = <R extends StoredRecord>({ collection }: Target) => collection as mongo.Collection<R>
