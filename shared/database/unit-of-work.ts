import { type ClientSession, type Connection, mongo } from 'mongoose'
import { isDuplicateKey } from './database-errors.ts'
import { assertFits, assertUpdateFits, type Checked } from './schema-check.ts'
import { type Attempt, inSnapshot, inTransaction, TransactionConflict } from './transaction.ts'

interface Target extends Checked {
  readonly db: Connection
  readonly collection: { readonly collectionName: string }
}

interface StoredRecord {
  readonly _id: unknown
}

type Change<R extends StoredRecord> =
  | mongo.ClientReplaceOneModel<R>
  | mongo.ClientUpdateOneModel<R>
  | mongo.ClientDeleteOneModel<R>
type WithoutNamespace<M> = M extends unknown ? Omit<M, 'namespace'> : never

/** One write of one record: an insert, a replacement, an update or a deletion. */
export type RecordWrite<R extends StoredRecord> =
  | { readonly name: 'insertOne'; readonly document: R }
  | WithoutNamespace<Change<R>>

interface Otherwise {
  /** The error to throw if a write meets a unique index; by default that of the database. */
  readonly onDuplicate?: () => Error
  /**
   * Makes up for writes that found no record to change, of which there are `missed` or fewer; resolves to how many it
   * has made up for.
   */
  readonly onMissed?: (missed: number) => Promise<number>
}

/**
 * Writes to several collections that are sent in one command
 * (https://www.mongodb.com/docs/manual/reference/command/bulkWrite).
 */
export interface Writes {
  /**
   * Adds writes, which are carried out in the sequence in which they were added. The schema's rules hold: a value of
   * another type, a missing required field or an unknown one throws; updates are checked path by path. Nothing is cast,
   * and undefined fields are left out.
   */
  add<R extends StoredRecord>(model: Target, writes: readonly RecordWrite<R>[], otherwise?: Otherwise): void
  insert<R extends StoredRecord>(model: Target, records: readonly R[], otherwise?: Otherwise): void
  /** Sends what was added since the last time. Throws TransactionConflict if a write found no record to change. */
  send(): Promise<void>
}

/**
 * The writes of a transaction: collected while it is planned, and sent before it is committed
 * (https://martinfowler.com/eaaCatalog/unitOfWork.html).
 */
export interface UnitOfWork extends Writes {
  /** For reads. What was added and not sent yet is not in them. */
  readonly session: ClientSession
  /** Takes what must run once the transaction has committed. */
  afterCommit(run: () => void): void
}

type Work<T> = (unit: UnitOfWork, attempt: Attempt) => Promise<T>

/** Runs work in a transaction as `inTransaction` does, and sends its writes before the commit. */
export async function inUnitOfWork<T>(connection: Connection, deadline: number, work: Work<T>): Promise<T> {
  let committed: (() => void)[] = []
  const result = await inTransaction(connection, deadline, async (session, attempt) => {
    committed = []
    const unit = { ...createWrites(session), session, afterCommit: (run: () => void) => void committed.push(run) }
    const done = await work(unit, attempt)
    await unit.send()
    return done
  })
  for (const run of committed) run()
  return result
}

/**
 * Runs work and sends its writes as `inUnitOfWork` does, and aborts the transaction: nothing is written, and what was
 * to run after the commit does not.
 */
export function inAbortedUnit<T>(connection: Connection, deadline: number, work: Work<T>): Promise<T> {
  return inSnapshot(connection, deadline, async (session, attempt) => {
    const unit = { ...createWrites(session), session, afterCommit: () => undefined }
    const done = await work(unit, attempt)
    await unit.send()
    return done
  })
}

/**
 * Inserts records at once: without mongoose documents it costs 8 µs of processor time for a move's ledger record
 * instead of 517 µs.
 */
export async function insertDirectly<R extends StoredRecord>(
  model: Target,
  records: readonly R[],
  session?: ClientSession,
): Promise<void> {
  const writes = createWrites(session)
  writes.insert(model, records)
  await writes.send()
}

interface Added {
  readonly write: mongo.ClientBulkWriteModel
  readonly client: mongo.MongoClient
  readonly otherwise: Otherwise
}

export function createWrites(session?: ClientSession): Writes {
  let added: Added[] = []

  const add: Writes['add'] = (model, writes, otherwise = {}) => {
    const namespace = `${model.db.name}.${model.collection.collectionName}`
    const client = model.db.getClient()
    for (const write of writes) {
      if ('document' in write) assertFits(model, write.document)
      else if ('replacement' in write) assertFits(model, write.replacement)
      else if ('update' in write) assertUpdateFits(model, write.update)
      // The driver relates the type of a record to its namespace, which is a name in our code only when it runs.
      added.push({ write: { ...write, namespace } as mongo.ClientBulkWriteModel, client, otherwise })
    }
  }

  return {
    add,
    insert: (model, records, otherwise) =>
      add(
        model,
        records.map((document) => ({ name: 'insertOne', document })),
        otherwise,
      ),
    async send() {
      const sent = added
      added = []
      let missed = await execute(sent, session)
      for (const { onMissed } of new Set(sent.map(({ otherwise }) => otherwise)))
        if (missed > 0 && onMissed) missed -= await onMissed(missed)
      if (missed !== 0) throw new TransactionConflict('A record has changed since it was read')
    },
  }
}

/** Resolves to the number of writes that found no record to change. */
async function execute(added: readonly Added[], session: ClientSession | undefined): Promise<number> {
  const [first] = added
  if (!first) return 0
  const writes = added.map(({ write }) => write)
  try {
    const done = await first.client.bulkWrite(writes, session && { session })
    return writes.length - done.insertedCount - done.matchedCount - done.upsertedCount - done.deletedCount
  } catch (error) {
    throw toError(error, added)
  }
}

/**
 * The server's own error, with its code and labels, out of the driver's wrapping; or that of the first write that
 * failed.
 */
function toError(error: unknown, added: readonly Added[]): unknown {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return error
  if (error.cause instanceof mongo.MongoServerError) return error.cause
  for (const [index, { code, message }] of error.writeErrors) {
    const failure = new mongo.MongoServerError({ code, errmsg: message })
    return (isDuplicateKey(failure) && added[index]?.otherwise.onDuplicate?.()) || failure
  }
  const [concern] = error.writeConcernErrors
  return concern ? new mongo.MongoServerError({ code: concern.code, errmsg: concern.message }) : error
}
