import type { ClientSession, Connection } from 'mongoose'
import {
  AppError,
  type ErrorBody,
  type ErrorCode,
  KeyConflict,
  outcomeUnknown,
  STILL_RUNNING,
  toAppError,
} from '../contract/core/errors.ts'
import type { Operation } from '../contract/core/operation.ts'
import type { CallContext } from '../process/call-context.ts'
import { isDatabaseUnavailable, isDuplicateKey } from './database-errors.ts'
import { insertDirectly, writeDirectly } from './direct-writes.ts'
import {
  type IdempotencyRecord,
  isOver,
  type OperationEntry,
  operationSchema,
  toEntry,
  toRecord,
} from './idempotency-record.ts'

export type { OperationEntry } from './idempotency-record.ts'
export { ownerOf } from './idempotency-record.ts'

interface Outcome {
  readonly entry: OperationEntry
  readonly state: 'applied' | 'refused'
  readonly answer: unknown
}

/** Thrown inside a write's transaction when its outcome is on record already. */
export class AlreadyRecorded extends Error {
  override readonly name = 'AlreadyRecorded'
}

/** Refusals that are outcomes; the others may be repeated under the same id. */
const recordedRefusals: ReadonlySet<ErrorCode> = new Set(['not_found', 'conflict'])

export interface Idempotency {
  /** Runs a write so that its operation id takes effect once; a repeat gets the recorded answer. */
  once<T>(
    operation: Operation,
    input: unknown,
    context: CallContext,
    effect: (entry: OperationEntry) => Promise<T>,
  ): Promise<T>
  /** Records outcomes inside the transaction that causes them; throws AlreadyRecorded if one is on record. */
  recordApplied(outcomes: readonly { entry: OperationEntry; output: unknown }[], session: ClientSession): Promise<void>
  /** What became of an operation id of an owner; undefined if it has not taken effect and is not running. */
  find(owner: string, operationId: string): Promise<IdempotencyRecord | undefined>
}

/** The record of every write of a service, kept in its own database. */
export function createIdempotency(connection: Connection): Idempotency {
  const records = connection.model('Operation', operationSchema)

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

  /** Unkeyed ids are nobody else's; a keyed by the client one must still be claimed by this request. */
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

  const read = async (id: string) => (await records.findById(id).lean()) ?? undefined

  const replay = async (entry: OperationEntry) => {
    const existing = await read(entry.id)
    if (existing?.state === 'running') throw new KeyConflict(STILL_RUNNING)
    if (!existing?.answer)
      throw new AppError('conflict', 'This operation was done before; its answer is no longer kept.')
    refuseOtherRequest(existing, entry)
    if (existing.attempt !== entry.context.attempt) entry.context.answer.replayed = true
    const answer: unknown = JSON.parse(existing.answer)
    // The text was written by record() from an output or an ErrorBody.
    if (existing.state === 'refused') throw AppError.fromBody(answer as ErrorBody)
    return answer
  }

  /** A refusal may be the echo of the operation's own earlier success, so the record decides. */
  const settleRefusal = async (entry: OperationEntry, error: AppError): Promise<void> => {
    if (recordedRefusals.has(error.code)) return record([{ entry, state: 'refused', answer: error.toBody() }])
    if (error.code === 'outcome_unknown') return
    if ((await read(entry.id))?.answer) throw new AlreadyRecorded()
    if (entry.context.hasClientKey) {
      await records.deleteOne({ _id: entry.id, attempt: entry.context.attempt, state: 'running' })
    }
  }

  /** What a failed write is answered with, now that its record is settled. */
  const settled = async (entry: OperationEntry, error: unknown): Promise<unknown> => {
    try {
      await settleRefusal(entry, toAppError(error))
    } catch (unsettled) {
      // An effect that could not be tried is no outcome, whatever the record says.
      if (!isNotNow(error) || unsettled instanceof AlreadyRecorded) asOutcomeUnknown(unsettled)
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
          throw await settled(entry, error)
        }
      } catch (error) {
        if (!(error instanceof AlreadyRecorded)) throw error
        // The recorded answer is an earlier output of this same operation.
        return (await replay(entry).catch(asOutcomeUnknown)) as T
      }
    },

    recordApplied: (outcomes, session) =>
      record(
        outcomes.map(({ entry, output }) => ({ entry, state: 'applied', answer: output })),
        session,
      ),

    async find(owner, operationId) {
      const found = await read(`${owner}/${operationId}`)
      return found?.state === 'running' && isOver(found) ? undefined : found
    },
  }
}

const isNotNow = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'service_unavailable')

/** Throws it on; a record that cannot be read may hold a success, of which "not now" would be a lie. */
function asOutcomeUnknown(error: unknown): never {
  throw isDatabaseUnavailable(error) ? outcomeUnknown(error) : error
}

function refuseOtherRequest(existing: IdempotencyRecord, entry: OperationEntry): void {
  if (existing.fingerprint !== entry.fingerprint) {
    throw new KeyConflict('This Idempotency-Key was used with another request.')
  }
}
