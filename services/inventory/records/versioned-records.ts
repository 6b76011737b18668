import type { ClientSession, Connection, Model, QueryFilter, Schema } from 'mongoose'
import { readRecords } from '../../../shared/database/read-records.ts'
import { TransactionConflict } from '../../../shared/database/transaction.ts'
import type { RecordWrite, Writes } from '../../../shared/database/unit-of-work.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import { type InTurn, joinInTurn } from './session-reads.ts'

/** A record that changes by one writer at a time. `version` is 1 when it is made and grows by one with each change. */
export interface VersionedRecord {
  readonly _id: RecordId
  readonly version: number
}

type RecordId = string | number

/** A collection of versioned records, known by its model's name; the same on every connection. */
export interface Records<R extends VersionedRecord> {
  readonly name: string
  /** The model on a connection. Call it once before `migrate`, which makes the collection and its indexes. */
  model(connection: Connection): Model<R>
  /**
   * Describes a write: an insert without `before`, a removal without `after`, else an update of the fields that differ.
   * `before` is the object that the transaction's view returned, not a copy.
   */
  change(before: R | undefined, after: Omit<R, 'version'> | undefined): RecordChange
}

/** One write to a versioned record. */
export interface RecordChange {
  readonly name: string
  readonly id: RecordId
  /** What determines the shard of an update, besides the id. */
  readonly shardKey?: Readonly<Record<string, number>>
  readonly before: VersionedRecord | undefined
  readonly after: VersionedRecord | undefined
}

export function defineRecords<R extends VersionedRecord>(name: string, schema: Schema<R>): Records<R> {
  return {
    name,
    // mongoose returns the model that is there if the schema is the same; its own type adds hydrated records, which
    // are not used.
    model: (connection) => connection.model(name, schema) as unknown as Model<R>,
    change(before, after) {
      const record = before ?? after
      if (!record) throw new Error(`A change of ${name} needs a document`)
      const next = after && { ...after, version: (before?.version ?? 0) + 1 }
      return { name, id: record._id, before, after: next }
    },
  }
}

/** What `===` compares as the database does: dates, decimals and lists are other objects each time they are read. */
type Comparable = string | number | boolean

/** Values that fields of a record must have; only fields that hold a comparable value can be asked for. */
export type FieldValues<R> = {
  readonly [F in keyof R]?: Exclude<R[F], undefined> extends Comparable ? Exclude<R[F], undefined> : never
}

/** Versioned records as one transaction sees them: its snapshot, with the changes that were applied laid over it. */
export interface VersionedView {
  get<R extends VersionedRecord>(records: Records<R>, id: R['_id']): Promise<R | undefined>
  /** Every record whose fields equal those given. */
  find<R extends VersionedRecord>(records: Records<R>, where: FieldValues<R>): Promise<R[]>
  /**
   * Lays changes over the view. Does nothing and returns false if one of them was decided on a state that is no longer
   * current.
   */
  apply(changes: readonly RecordChange[]): boolean
  /** All changes that were applied, in the sequence in which they were. */
  readonly applied: readonly RecordChange[]
}

export function createRecordView(connection: Connection, session: ClientSession, inTurn: InTurn): VersionedView {
  const collections = new Map<string, Map<RecordId, VersionedRecord | undefined>>()
  const readers = new Map<string, Reader>()
  const applied: RecordChange[] = []

  /** Records by id as they are now; undefined for one that was removed. */
  const currentOf = (name: string) => {
    const known = collections.get(name) ?? new Map<RecordId, VersionedRecord | undefined>()
    collections.set(name, known)
    return known
  }

  const createReader = ({ name, model }: Records<VersionedRecord>): Reader => {
    const current = currentOf(name)
    /** Reads from the snapshot; a record that is known keeps its identity and its planned state. */
    const keep = (records: readonly VersionedRecord[]) => {
      for (const record of records) if (!current.has(record._id)) current.set(record._id, record)
      return current
    }
    const load = async (filter: QueryFilter<VersionedRecord>) =>
      keep(await model(connection).find(filter).session(session).lean<VersionedRecord[]>())
    const byId = joinInTurn<RecordId, VersionedRecord | undefined>(inTurn, async (ids) =>
      keep(await readRecords(model(connection), { filter: { _id: { $in: ids } }, limit: ids.length, session })),
    )
    const byField = new Map<string, (value: RecordId) => Promise<unknown>>()
    /**
     * Reads the records with a value of one field; values that are requested while other commands run are read
     * together.
     */
    const loadByField = (field: string, value: RecordId) => {
      const read =
        byField.get(field) ??
        joinInTurn<RecordId, unknown>(inTurn, async (values) => {
          await load({ [field]: { $in: values } })
          return new Map()
        })
      byField.set(field, read)
      return read(value)
    }
    return {
      byId: async (id) => (current.has(id) ? current.get(id) : byId(id)),
      async where(filter) {
        const [[field, value] = ['', undefined], ...others] = Object.entries(filter)
        const isOne = others.length === 0 && (typeof value === 'string' || typeof value === 'number')
        await (isOne ? loadByField(field, value) : inTurn(() => load(filter)))
        return current
      },
    }
  }

  const readerOf = <R extends VersionedRecord>(records: Records<R>): Reader => {
    // Only read through the model, which is that of R.
    const reader = readers.get(records.name) ?? createReader(records as unknown as Records<VersionedRecord>)
    readers.set(records.name, reader)
    return reader
  }

  return {
    applied,

    async get<R extends VersionedRecord>(records: Records<R>, id: R['_id']) {
      // Only records of R are loaded or applied under the name of these records.
      return (await readerOf(records).byId(id)) as R | undefined
    },

    async find<R extends VersionedRecord>(records: Records<R>, where: FieldValues<R>) {
      // The fields of R are fields of its collection.
      const current = await readerOf(records).where(where as QueryFilter<VersionedRecord>)
      // As in get.
      return [...current.values()].filter((record) => record && hasFields(record, where)) as unknown as R[]
    },

    apply(changes) {
      const ids = new Set(changes.map(({ name, id }) => `${name}/${id}`))
      if (ids.size < changes.length) throw new Error('Two changes of one document')
      if (changes.some(({ name, id, before }) => currentOf(name).get(id) !== before)) return false
      for (const { name, id, after } of changes) currentOf(name).set(id, after)
      applied.push(...changes)
      return true
    },
  }
}

interface Reader {
  byId(id: RecordId): Promise<VersionedRecord | undefined>
  where(filter: QueryFilter<VersionedRecord>): Promise<ReadonlyMap<RecordId, VersionedRecord | undefined>>
}

function hasFields(record: object, wanted: object): boolean {
  const fields = new Map<string, unknown>(Object.entries(record))
  return Object.entries(wanted).every(([field, value]) => fields.get(field) === value)
}

/**
 * Adds changes, in the sequence in which they were applied, to the writes of the transaction that read their records,
 * in order of name and id. Returns what is written, one change for each record. Sending throws TransactionConflict if
 * one is no longer as it was.
 */
export function writeRecords(
  connection: Connection,
  changes: readonly RecordChange[],
  writes: Writes,
): readonly RecordChange[] {
  const merged = mergeChanges(changes)
  const byName = groupBy(merged, ({ name }) => name)
  for (const name of [...byName.keys()].sort()) {
    const ofName = (byName.get(name) ?? []).sort((one, other) => compareIds(one.id, other.id))
    const onDuplicate = () => new TransactionConflict(`A document of ${name} was made meanwhile`)
    writes.add(connection.model(name), ofName.map(toWrite), { onDuplicate })
  }
  return merged
}

/** A record that was changed several times is written once, from its first state to its last. */
export function mergeChanges(changes: readonly RecordChange[]): RecordChange[] {
  const merged = new Map<string, RecordChange>()
  for (const change of changes) {
    const key = `${change.name}/${change.id}`
    const earlier = merged.get(key)
    merged.set(key, earlier ? { ...change, before: earlier.before } : change)
  }
  return [...merged.values()].filter(({ before, after }) => before ?? after)
}

const compareIds = (one: RecordId, other: RecordId) => (one < other ? -1 : Number(one > other))

function toWrite({ id, shardKey, before, after }: RecordChange): RecordWrite<VersionedRecord> {
  if (before) {
    const filter = { _id: id, ...shardKey, version: before.version }
    return after ? { name: 'updateOne', filter, update: toUpdate(before, after) } : { name: 'deleteOne', filter }
  }
  if (!after) throw new Error('A change without a document before or after it')
  return { name: 'insertOne', document: after }
}

/** Only the fields that differ: a line of an order has fifteen, of which a receipt changes four. */
function toUpdate(before: VersionedRecord, after: VersionedRecord) {
  const earlier = new Map<string, unknown>(Object.entries(before))
  const given = Object.entries(after).filter(([, value]) => value !== undefined)
  const changed = given.filter(([field, value]) => earlier.get(field) !== value)
  for (const [field] of given) earlier.delete(field)
  const removed = [...earlier.keys()].map((field) => [field, ''] as const)
  return {
    $set: Object.fromEntries(changed),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed) }),
  }
}

/** Thrown by a plan if what was read before its transaction no longer holds: the request is prepared again. */
export class PreparationOutdated extends Error {
  override readonly name = 'PreparationOutdated'
}
