import {
  AppError,
  type ErrorBody,
  type ErrorCode,
  keyWasUsed,
  outcomeUnknown,
  toAppError,
} from '../../contract/core/errors.ts'
import { isDatabaseUnavailable, isDuplicateKey, isLockTimeout } from '../database-errors.ts'
import { createWrites, type RecordWrite, type Writes } from '../unit-of-work.ts'
import {
  AlreadyRecorded,
  hasOutcome,
  type IdempotencyRecord,
  type idempotencyModel,
  type OperationEntry,
  type RecordedOutcome,
  refuseOtherRequest,
  toFence,
  toRecord,
} from './idempotency-record.ts'

/** Refusals that are outcomes; after any other one the request may be repeated under its operation id. */
const recordedRefusals: ReadonlySet<ErrorCode> = new Set(['not_found', 'conflict'])

/** Time to wait for a transaction that holds a record's lock. */
const LOCK_WAIT_MS = 1_000

interface Outcome {
  readonly entry: OperationEntry
  readonly state: 'applied' | 'refused'
  readonly result: unknown
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

export interface OutcomeDeps {
  readonly records: ReturnType<typeof idempotencyModel>
  readonly read: (id: string) => Promise<IdempotencyRecord | undefined>
  readonly findPastOperation: FindPastOperation
}

/** Outcomes of operation ids: how they are recorded, and repeated. */
export function createOutcomes({ records, read, findPastOperation }: OutcomeDeps) {
  const lookUp = async (id: string) => {
    const record = await read(id)
    if (hasOutcome(record)) return { record }
    const past = await findPastOperation(id)
    // A write that was committed between the two reads has both.
    return past ? { record: await read(id), past } : { record }
  }

  /** What is recorded under the id of a write that has met a record; throws 409 if that has expired. */
  const findRecord = async ({ id }: OperationEntry) => {
    const { record: existing, past } = await lookUp(id)
    if (past && !hasOutcome(existing)) throw keyWasUsed(`on ${past.at.toISOString()} for ${past.result}`)
    return existing
  }

  const toWrite = (record: IdempotencyRecord, { replaces }: OperationEntry): RecordWrite<IdempotencyRecord> =>
    replaces === undefined
      ? { name: 'insertOne', document: record }
      : {
          name: 'replaceOne',
          filter: { _id: record._id, attempt: replaces, state: 'running' },
          replacement: record,
          upsert: true,
        }

  const record = (outcomes: readonly Outcome[], writes: Writes) => {
    const ofOutcomes = outcomes.map(({ entry, state, result }) =>
      toWrite(toRecord(entry, state, JSON.stringify(result)), entry),
    )
    writes.add(records, ofOutcomes, { onDuplicate: () => new AlreadyRecorded() })
  }

  const recordRefusal = async (entry: OperationEntry, error: AppError) => {
    const writes = createWrites()
    record([{ entry, state: 'refused', result: error.toBody() }], writes)
    await writes.send()
  }

  /** The recorded result of an operation that is asked for again; it throws a recorded refusal. */
  const replay = (entry: OperationEntry, existing: RecordedOutcome): unknown => {
    refuseOtherRequest(existing, entry)
    if (existing.attempt !== entry.context.attempt) entry.context.reply.replayed = true
    const result: unknown = JSON.parse(existing.answer)
    // The text was written by record() from an output or an ErrorBody.
    if (existing.state === 'refused') throw AppError.fromBody(result as ErrorBody)
    return result
  }

  /** A refusal may be caused by the operation's own earlier success, so the records decide. */
  const settleRefusal = async (entry: OperationEntry, error: AppError): Promise<void> => {
    if (error.code === 'outcome_unknown') return
    if (entry.context.hasClientKey && (await findPastOperation(entry.id))) throw new AlreadyRecorded()
    if (recordedRefusals.has(error.code)) return recordRefusal(entry, error)
    if (hasOutcome(await read(entry.id))) throw new AlreadyRecorded()
  }

  /** The error that a failed write is answered with, after it is recorded; AlreadyRecorded if a record decides. */
  const settle = async (entry: OperationEntry, error: unknown): Promise<unknown> => {
    try {
      if (!(error instanceof AlreadyRecorded)) await settleRefusal(entry, toAppError(error))
    } catch (unsettled) {
      if (unsettled instanceof AlreadyRecorded) return unsettled
      // An effect that could not be tried is not an outcome, whatever the record says.
      if (!isUnavailable(error)) throwAsUnknown(unsettled)
    }
    return error
  }

  /**
   * Stops the requests with an id that arrived by a moment. False if a transaction holds the record's lock, or the record is
   * not as it was found.
   */
  const fence = async (id: string, arrivedAt: number, found: IdempotencyRecord | undefined): Promise<boolean> => {
    const record = toFence(id, arrivedAt)
    const filter = { _id: id, attempt: found?.attempt ?? record.attempt, state: 'running' as const }
    try {
      await records.replaceOne(filter, record, { upsert: true, maxTimeMS: LOCK_WAIT_MS })
      return true
    } catch (error) {
      if (isDuplicateKey(error) || isLockTimeout(error)) return false
      throw error
    }
  }

  return { lookUp, findRecord, record, replay, settle, fence }
}

const isUnavailable = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'service_unavailable')

/** Throws it on; if a record cannot be read, it may hold a success, and 503 "certainly not done" would be wrong. */
export function throwAsUnknown(error: unknown): never {
  throw isDatabaseUnavailable(error) ? outcomeUnknown(error) : error
}
