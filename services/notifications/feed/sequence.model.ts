import type { ClientSession, Connection } from 'mongoose'
import { isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'
import type { Writes } from '../../../shared/database/unit-of-work.ts'

const fields = {
  _id: field.text,
  last: field.number,
  /** How long the changes that were committed last took until then, the longest of them. */
  lagMs: field.optional(field.number),
}

type SequenceRecord = RecordOf<typeof fields>

const schema = defineSchema('sequences', fields)

/**
 * The feed's sequence: one row. A transaction that moves it owns the row until it ends, so numbers are committed in
 * order and without a gap.
 */
export function createSequence(connection: Connection) {
  const records = connection.model('Sequence', schema)
  const _id = 'changes'
  const required = (record: SequenceRecord | null) => {
    if (!record) throw new Error('The sequence of changes is missing')
    return record.last
  }
  return {
    async prepare(): Promise<void> {
      // An insert would wait for a transaction that is taking numbers.
      if (await records.exists({ _id })) return
      await records.create([{ _id, last: 0 }]).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },
    /** Moves the last number to `next`, for changes of which the oldest is `lagMs` old, if it is still `last`. */
    move: (last: number, next: number, lagMs: number, unit: Writes): void =>
      unit.add<SequenceRecord>(records, [
        { name: 'updateOne', filter: { _id, last }, update: { $set: { last: next, lagMs } } },
      ]),
    /** The last number that is committed. */
    last: async (session: ClientSession): Promise<number> =>
      required(await records.findById(_id, null, { session }).readConcern('majority').lean()),
    /** What `lagMs` was the last time; undefined in an empty feed. */
    lagMs: async (maxTimeMS: number): Promise<number | undefined> =>
      (await records.findById(_id).maxTimeMS(maxTimeMS).lean())?.lagMs,
  }
}

export type Sequence = ReturnType<typeof createSequence>
