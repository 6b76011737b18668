import {
  AppError,
  type ErrorBody,
  type ErrorCode,
  keyIsRunning,
  keyWasUsed,
  outcomeUnknown,
  toAppError,
} from '../../contract/core/errors.ts'
import { isDatabaseUnavailable } from '../database-errors.ts'
import { createWrites, type RecordWrite, type Writes } from '../unit-of-work.ts'
import {
  AlreadyRecorded,
  type IdempotencyRecord,
  type OperationEntry,
  refuseOtherRequest,
  toRecord,
} from './idempotency-record.ts'
import type { createLeases, idempotencyModel } from './leases.ts'

/** Refusals that are outcomes; after any other one the request may be repeated under its operation id. */
const recordedRefusals: ReadonlySet<ErrorCode> = new Set(['not_found', 'conflict'])

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
  readonly release: ReturnType<typeof createLeases>['release']
  readonly findPastOperation: FindPastOperation
}

/** Outcomes of operation ids: how they are recorded, and repeated. */
export function createOutcomes({ records, read, release, findPastOperation }: OutcomeDeps) {
  const lookUp = async (id: string) => {
    const record = await read(id)
    if (record?.answer !== undefined) return { record }
    const past = await findPastOperation(id)
    // A write that was committed between the two reads has both.
    return past ? { record: await read(id), past } : { record }
  }

  /** No other request has an id that the gateway made; one that a client chose must still be leased by this request. */
  const toWrite = (record: IdempotencyRecord, { context }: OperationEntry): RecordWrite<IdempotencyRecord> =>
    context.hasClientKey
      ? {
          name: 'replaceOne',
          filter: { _id: record._id, attempt: record.attempt, state: 'running' },
          replacement: record,
          upsert: true,
        }
      : { name: 'insertOne', document: record }

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
  const replay = async (entry: OperationEntry) => {
    const { record: existing, past } = await lookUp(entry.id)
    if (existing?.answer !== undefined) {
      refuseOtherRequest(existing, entry)
      if (existing.attempt !== entry.context.attempt) entry.context.reply.replayed = true
      const result: unknown = JSON.parse(existing.answer)
      // The text was written by record() from an output or an ErrorBody.
      if (existing.state === 'refused') throw AppError.fromBody(result as ErrorBody)
      return result
    }
    if (past) {
      await release(entry)
      throw keyWasUsed(`on ${past.at.toISOString()} for ${past.result}`)
    }
    throw existing
      ? keyIsRunning()
      : new AppError('conflict', 'This operation was done before; its result is no longer kept.')
  }

  /** A refusal may be caused by the operation's own earlier success, so the records decide. */
  const settleRefusal = async (entry: OperationEntry, error: AppError): Promise<void> => {
    if (error.code === 'outcome_unknown') return
    const { hasClientKey } = entry.context
    if (hasClientKey && (await findPastOperation(entry.id))) throw new AlreadyRecorded()
    if (recordedRefusals.has(error.code)) return recordRefusal(entry, error)
    if ((await read(entry.id))?.answer !== undefined) throw new AlreadyRecorded()
    if (hasClientKey) await release(entry)
  }

  /** The error that a failed write is answered with, after its record is settled. */
  const settle = async (entry: OperationEntry, error: unknown): Promise<unknown> => {
    try {
      await settleRefusal(entry, toAppError(error))
    } catch (unsettled) {
      // An effect that could not be tried is not an outcome, whatever the record says.
      if (!isUnavailable(error) || unsettled instanceof AlreadyRecorded) throwAsUnknown(unsettled)
    }
    return error
  }

  return { lookUp, record, replay, settle }
}

const isUnavailable = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'service_unavailable')

/** Throws it on; if a record cannot be read, it may hold a success, and 503 "certainly not done" would be wrong. */
export function throwAsUnknown(error: unknown): never {
  throw isDatabaseUnavailable(error) ? outcomeUnknown(error) : error
}
