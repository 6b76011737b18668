import { randomUUID } from 'node:crypto'
import type { ClientSession, Connection } from 'mongoose'
import {
  AppError,
  type ErrorBody,
  type ErrorCode,
  KEY_WAS_USED,
  KeyConflict,
  outcomeUnknown,
  STILL_RUNNING,
  toAppError,
} from '../../contract/core/errors.ts'
import type { Operation } from '../../contract/core/operation.ts'
import type { CallContext } from '../../process/call-context.ts'
import { isDatabaseUnavailable, isDuplicateKey, isLockTimeout } from '../database-errors.ts'
import { insertDirectly, writeDirectly } from '../direct-writes.ts'
import {
  type IdempotencyRecord,
  idempotencyRecordSchema,
  isOver,
  type OperationEntry,
  toEntry,
  toRecord,
} from './idempotency-record.ts'

export type { OperationEntry } from './idempotency-record.ts'
export { ownerOf } from './idempotency-record.ts'

/** Refusals that are outcomes; after any other one the request may be repeated under its operation id. */
const recordedRefusals: ReadonlySet<ErrorCode> = new Set(['not_found', 'conflict'])
/** Time to wait for a transaction that holds a record's lock. */
const LOCK_WAIT_MS = 1_000

interface Outcome {
  readonly entry: OperationEntry
  readonly state: 'applied' | 'refused'
  readonly answer: unknown
}

/** Thrown inside a write's transaction if the outcome of its operation id is recorded already. */
export class AlreadyRecorded extends Error {
  override readonly name = 'AlreadyRecorded'
}

/** An operation that took effect and whose idempotency record has expired. */
export interface PastOperation {
  /** Name of the operation, such as `inventory.receive`. */
  readonly operation: string
  readonly at: Date
  /** What it wrote, such as `transaction 4711`. */
  readonly result: string
}

/** Finds an operation by its id in records that are kept for ever, such as a ledger. */
export type FindPastOperation = (id: string) => Promise<PastOperation | undefined>

export interface Idempotency {
  /**
   * Runs a write so that its operation id takes effect once; a repeat gets the recorded output or refusal. Throws 409 if the id was
   * used for another request, is still running, or took effect so long ago that its answer has expired.
   */
  once<T>(
    operation: Operation,
    input: unknown,
    context: CallContext,
    effect: (entry: OperationEntry) => Promise<T>,
  ): Promise<T>
  /** Records outputs in the transaction that causes them; throws AlreadyRecorded if one of the ids has an outcome. */
  recordApplied(outcomes: readonly { entry: OperationEntry; output: unknown }[], session: ClientSession): Promise<void>
  /** The outcome of an owner's operation id; undefined if it has not taken effect and no running request can make it so. */
  find(
    owner: string,
    operationId: string,
  ): Promise<Pick<IdempotencyRecord, 'operation' | 'state' | 'answer'> | undefined>
}

/** Keeps an idempotency record for each write of a service, in the service's own database. */
export function createIdempotency(
  connection: Connection,
  findPastOperation: FindPastOperation = async () => undefined,
): Idempotency {
  const records = connection.model('Operation', idempotencyRecordSchema)

  const read = async (id: string) => (await records.findById(id).lean()) ?? undefined

  const lookUp = async (id: string) => {
    const record = await read(id)
    if (record?.answer !== undefined) return { record }
    const past = await findPastOperation(id)
    // A write that was committed between the two reads has both.
    return past ? { record: await read(id), past } : { record }
  }

  const claim = async (entry: OperationEntry): Promise<void> => {
    try {
      await insertDirectly(records, [toRecord(entry, 'running')])
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      await takeOver(entry)
    }
  }

  const takeOver = async (entry: OperationEntry): Promise<void> => {
    const existing = await read(entry.id)
    if (!existing) return claim(entry)
    refuseOtherRequest(existing, entry)
    if (existing.state !== 'running') throw new AlreadyRecorded()
    if (existing.attempt === entry.context.attempt) return
    if (!isOver(existing)) throw new KeyConflict(STILL_RUNNING)
    const { attempt, runsUntil } = toRecord(entry, 'running')
    const taken = await records.updateOne(
      { _id: entry.id, attempt: existing.attempt, state: 'running' },
      { attempt, runsUntil },
    )
    if (taken.matchedCount === 0) return takeOver(entry)
  }

  const release = (entry: OperationEntry) =>
    records.deleteOne({ _id: entry.id, attempt: entry.context.attempt, state: 'running' })

  /** Takes a record from its request, which then cannot commit; false if a transaction of that request holds or has written it. */
  const revoke = async ({ _id, attempt }: IdempotencyRecord): Promise<boolean> => {
    try {
      const options = { maxTimeMS: LOCK_WAIT_MS }
      const taken = await records.updateOne({ _id, attempt, state: 'running' }, { attempt: randomUUID() }, options)
      return taken.matchedCount > 0
    } catch (error) {
      if (isLockTimeout(error)) return false
      throw error
    }
  }

  /** No other request has an id that the gateway made; one that a client chose must still be claimed by this request. */
  const toWrite = (record: IdempotencyRecord, { context }: OperationEntry) =>
    context.hasClientKey
      ? {
          replaceOne: {
            filter: { _id: record._id, attempt: record.attempt, state: 'running' as const },
            replacement: record,
            upsert: true,
          },
        }
      : { insertOne: { document: record } }

  const record = async (outcomes: readonly Outcome[], session?: ClientSession) => {
    const writes = outcomes.map(({ entry, state, answer }) =>
      toWrite(toRecord(entry, state, JSON.stringify(answer)), entry),
    )
    try {
      await writeDirectly(records, writes, session)
    } catch (error) {
      throw isDuplicateKey(error) ? new AlreadyRecorded() : error
    }
  }

  const replay = async (entry: OperationEntry) => {
    const { record: existing, past } = await lookUp(entry.id)
    if (existing?.answer !== undefined) {
      refuseOtherRequest(existing, entry)
      if (existing.attempt !== entry.context.attempt) entry.context.answer.replayed = true
      const answer: unknown = JSON.parse(existing.answer)
      // The text was written by record() from an output or an ErrorBody.
      if (existing.state === 'refused') throw AppError.fromBody(answer as ErrorBody)
      return answer
    }
    if (past) {
      await release(entry)
      throw new KeyConflict(`${KEY_WAS_USED} on ${past.at.toISOString()} for ${past.result}.`)
    }
    throw existing
      ? new KeyConflict(STILL_RUNNING)
      : new AppError('conflict', 'This operation was done before; its answer is no longer kept.')
  }

  /** A refusal may be caused by the operation's own earlier success, so the records decide. */
  const settleRefusal = async (entry: OperationEntry, error: AppError): Promise<void> => {
    if (error.code === 'outcome_unknown') return
    const { hasClientKey } = entry.context
    if (hasClientKey && (await findPastOperation(entry.id))) throw new AlreadyRecorded()
    if (recordedRefusals.has(error.code)) return record([{ entry, state: 'refused', answer: error.toBody() }])
    if ((await read(entry.id))?.answer !== undefined) throw new AlreadyRecorded()
    if (hasClientKey) await release(entry)
  }

  /** The error that a failed write is answered with, after its record is settled. */
  const settle = async (entry: OperationEntry, error: unknown): Promise<unknown> => {
    try {
      await settleRefusal(entry, toAppError(error))
    } catch (unsettled) {
      // An effect that could not be tried is no outcome, whatever the record says.
      if (!isUnavailable(error) || unsettled instanceof AlreadyRecorded) throwAsUnknown(unsettled)
    }
    return error
  }

  return {
    async once<T>(
      operation: Operation,
      input: unknown,
      context: CallContext,
      effect: (entry: OperationEntry) => Promise<T>,
    ): Promise<T> {
      const entry = toEntry(operation, input, context)
      try {
        if (context.hasClientKey) await claim(entry)
        try {
          return await effect(entry)
        } catch (error) {
          if (error instanceof AlreadyRecorded) throw error
          throw await settle(entry, error)
        }
      } catch (error) {
        if (!(error instanceof AlreadyRecorded)) throw error
        // The recorded answer is an earlier output of this same operation.
        return (await replay(entry).catch(throwAsUnknown)) as T
      }
    },

    recordApplied: (outcomes, session) =>
      record(
        outcomes.map(({ entry, output }) => ({ entry, state: 'applied', answer: output })),
        session,
      ),

    async find(owner, operationId) {
      const { record: found, past } = await lookUp(`${owner}/${operationId}`)
      if (found?.answer !== undefined) return found
      if (past) return { operation: past.operation, state: 'applied' }
      if (!found || !isOver(found)) return found
      return (await revoke(found)) ? undefined : ((await read(found._id)) ?? found)
    },
  }
}

const isUnavailable = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'service_unavailable')

/** Throws it on; if a record cannot be read, it may hold a success, and 503 "certainly not done" would be wrong. */
function throwAsUnknown(error: unknown): never {
  throw isDatabaseUnavailable(error) ? outcomeUnknown(error) : error
}

function refuseOtherRequest(existing: IdempotencyRecord, entry: OperationEntry): void {
  if (existing.fingerprint !== entry.fingerprint) {
    throw new KeyConflict(`${KEY_WAS_USED} with another request.`)
  }
}
