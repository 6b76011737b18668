import type { Connection } from 'mongoose'
import {
  AppError,
  type ErrorBody,
  type ErrorCode,
  KEY_WAS_USED,
  KeyConflict,
  outcomeUnknown,
  STILL_RUNNING,
  serviceUnavailable,
  toAppError,
} from '../../contract/core/errors.ts'
import type { Operation } from '../../contract/core/operation.ts'
import type { CallContext } from '../../process/call-context.ts'
import { createBatchLoader } from '../batch-loader.ts'
import { isDatabaseUnavailable } from '../database-errors.ts'
import { createWrites, type RecordWrite, type Writes } from '../unit-of-work.ts'
import { createClaims, idempotencyModel } from './claims.ts'
import {
  AlreadyRecorded,
  type IdempotencyRecord,
  isOver,
  type OperationEntry,
  refuseOtherRequest,
  toEntry,
  toRecord,
} from './idempotency-record.ts'

export type { OperationEntry } from './idempotency-record.ts'
export { AlreadyRecorded, ownerOf } from './idempotency-record.ts'

/** Refusals that are outcomes; after any other one the request may be repeated under its operation id. */
const recordedRefusals: ReadonlySet<ErrorCode> = new Set(['not_found', 'conflict'])

interface Outcome {
  readonly entry: OperationEntry
  readonly state: 'applied' | 'refused'
  readonly answer: unknown
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

/** A write of a request that has several. */
interface Write {
  readonly operation: Operation
  readonly input: unknown
  readonly context: CallContext
}

export interface Idempotency {
  /**
   * Runs a write so that its operation id takes effect once; a repeat gets the recorded output or refusal. Throws 409 if the
   * id was used for another request, is still running, or took effect so long ago that its answer has expired.
   */
  once<T>(
    operation: Operation,
    input: unknown,
    context: CallContext,
    effect: (entry: OperationEntry) => Promise<T>,
  ): Promise<T>
  /**
   * As `once`, for many writes of one request: their records are read together and claimed together. `effect` is called in
   * one turn of the event loop for each write that is to be done, in their sequence, once all are claimed. With `isInOrder`,
   * those after one that another request may be doing are not done: they get 503.
   */
  onceEach<T>(
    writes: readonly Write[],
    effect: (entry: OperationEntry, index: number) => Promise<T>,
    options?: { readonly isInOrder?: boolean },
  ): Promise<PromiseSettledResult<T>[]>
  /** Records outputs with the writes that they are of; sending throws AlreadyRecorded if one of the ids has an outcome. */
  recordApplied(outcomes: readonly { entry: OperationEntry; output: unknown }[], writes: Writes): void
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
  const records = idempotencyModel(connection)

  const read = createBatchLoader<string, IdempotencyRecord | undefined>(async (ids) => {
    const found = await records.find({ _id: { $in: [...new Set(ids)] } }).lean()
    const byId = new Map(found.map((record) => [record._id, record]))
    return ids.map((id) => byId.get(id))
  })

  const lookUp = async (id: string) => {
    const record = await read(id)
    if (record?.answer !== undefined) return { record }
    const past = await findPastOperation(id)
    // A write that was committed between the two reads has both.
    return past ? { record: await read(id), past } : { record }
  }

  const { claim, claimTogether, release, revoke } = createClaims(records, read)

  /** No other request has an id that the gateway made; one that a client chose must still be claimed by this request. */
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
    const ofOutcomes = outcomes.map(({ entry, state, answer }) =>
      toWrite(toRecord(entry, state, JSON.stringify(answer)), entry),
    )
    writes.add(records, ofOutcomes, { onDuplicate: () => new AlreadyRecorded() })
  }

  const recordRefusal = async (entry: OperationEntry, error: AppError) => {
    const writes = createWrites()
    record([{ entry, state: 'refused', answer: error.toBody() }], writes)
    await writes.send()
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
    if (recordedRefusals.has(error.code)) return recordRefusal(entry, error)
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

  const run = async <T>(
    entry: OperationEntry,
    begin: (entry: OperationEntry) => Promise<void>,
    effect: (entry: OperationEntry) => Promise<T>,
  ): Promise<T> => {
    try {
      await begin(entry)
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
  }

  return {
    once: (operation, input, context, effect) =>
      run(toEntry(operation, input, context), context.hasClientKey ? claim : claimed, effect),

    async onceEach(writes, effect, { isInOrder = false } = {}) {
      const entries = writes.map(({ operation, input, context }) => toEntry(operation, input, context))
      const existing = await Promise.all(entries.map(({ id }) => read(id)))
      const free = entries.filter(({ context }, index) => context.hasClientKey && !existing[index])
      const isClaimed = await claimTogether(free)
      const beginOf = ({ context }: OperationEntry, record: IdempotencyRecord | undefined) => {
        if (!context.hasClientKey) return record?.answer === undefined ? claimed : refuseRecorded
        return isClaimed && !record ? claimed : claim
      }
      const begun = await Promise.allSettled(entries.map((entry, index) => beginOf(entry, existing[index])(entry)))
      const isOpen = (outcome: PromiseSettledResult<void>) =>
        outcome.status === 'rejected' && !(outcome.reason instanceof AlreadyRecorded)
      const firstOpen = isInOrder ? begun.findIndex(isOpen) : -1
      const beginning = (index: number) => async () => {
        const outcome = begun[index]
        if (outcome?.status === 'rejected') throw outcome.reason
      }
      const inTurn = async (entry: OperationEntry, index: number) => {
        if (firstOpen >= 0 && index > firstOpen) throw serviceUnavailable()
        return effect(entry, index)
      }
      return Promise.allSettled(entries.map((entry, index) => run(entry, beginning(index), () => inTurn(entry, index))))
    },

    recordApplied: (outcomes, writes) =>
      record(
        outcomes.map(({ entry, output }) => ({ entry, state: 'applied', answer: output })),
        writes,
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

/** Nothing is to be done before the effect of an id that this request has claimed, or that no other request has. */
const claimed = async () => undefined
const refuseRecorded = async () => {
  throw new AlreadyRecorded()
}

const isUnavailable = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'service_unavailable')

/** Throws it on; if a record cannot be read, it may hold a success, and 503 "certainly not done" would be wrong. */
function throwAsUnknown(error: unknown): never {
  throw isDatabaseUnavailable(error) ? outcomeUnknown(error) : error
}
