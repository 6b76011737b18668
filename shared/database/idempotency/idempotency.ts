import type { Connection } from 'mongoose'
import { serviceUnavailable, toAppError } from '../../contract/core/errors.ts'
import type { Operation } from '../../contract/core/operation.ts'
import type { CallContext } from '../../process/call-context.ts'
import { createBatchLoader } from '../batch-loader.ts'
import { inUnitOfWork, type UnitOfWork, type Writes } from '../unit-of-work.ts'
import { AlreadyRecorded, type IdempotencyRecord, isOver, type OperationEntry, toEntry } from './idempotency-record.ts'
import { createLeases, idempotencyModel } from './leases.ts'
import { createOutcomes, type FindPastOperation, throwAsUnknown } from './outcomes.ts'

export type { OperationEntry } from './idempotency-record.ts'
export { AlreadyRecorded, ownerOf } from './idempotency-record.ts'
export type { FindPastOperation } from './outcomes.ts'

/** A write of a request that has several. */
interface Write {
  readonly operation: Operation
  readonly input: unknown
  readonly context: CallContext
}

export interface Idempotency {
  /**
   * Runs a write so that its operation id takes effect once; a repeat gets the recorded output or refusal. Throws 409 if the
   * id was used for another request, is still running, or took effect so long ago that its result has expired.
   */
  once<T>(
    operation: Operation,
    input: unknown,
    context: CallContext,
    effect: (entry: OperationEntry) => Promise<T>,
  ): Promise<T>
  /**
   * As `once`, for many writes of one request: their records are read together and leased together. `effect` is called in
   * one turn of the event loop for each write that is to be done, in their sequence, once all are leased; `refused` are
   * the indexes of those whose records refuse them. With `isInOrder`, those after one that another request may be doing
   * are not done: they get 503.
   */
  onceEach<T>(
    writes: readonly Write[],
    effect: (entry: OperationEntry, index: number, refused: ReadonlySet<number>) => Promise<T>,
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

  const { lease, leaseTogether, release, revoke } = createLeases(records, read)

  const { lookUp, record, replay, settle } = createOutcomes({ records, read, release, findPastOperation })

  /** The recorded result, which is an earlier output of this same operation; throws any other error again. */
  const replayAfter = async <T>(entry: OperationEntry, error: unknown): Promise<T> => {
    if (!(error instanceof AlreadyRecorded)) throw error
    return (await replay(entry).catch(throwAsUnknown)) as T
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
      return replayAfter(entry, error)
    }
  }

  return {
    once: (operation, input, context, effect) =>
      run(toEntry(operation, input, context), context.hasClientKey ? lease : leased, effect),

    async onceEach<T>(
      writes: Parameters<Idempotency['onceEach']>[0],
      effect: (entry: OperationEntry, index: number, refused: ReadonlySet<number>) => Promise<T>,
      { isInOrder = false } = {},
    ) {
      const entries = writes.map(({ operation, input, context }) => toEntry(operation, input, context))
      const existing = await Promise.all(entries.map(({ id }) => read(id)))
      const free = entries.filter(({ context }, index) => context.hasClientKey && !existing[index])
      const isLeased = await leaseTogether(free)
      const beginOf = ({ context }: OperationEntry, record: IdempotencyRecord | undefined) => {
        if (!context.hasClientKey) return record?.answer === undefined ? leased : refuseRecorded
        return isLeased && !record ? leased : lease
      }
      const begun = await Promise.allSettled(entries.map((entry, index) => beginOf(entry, existing[index])(entry)))
      const replayed = begun.map((outcome, index) => {
        const entry = entries[index]
        return entry && outcome.status === 'rejected' ? replayAfter<T>(entry, outcome.reason) : undefined
      })
      const recorded = await Promise.allSettled(replayed)
      const firstOpen = isInOrder ? recorded.findIndex(isOpen) : -1
      const refused = new Set(recorded.flatMap(({ status }, index) => (status === 'rejected' ? index : [])))
      const inTurn = async (entry: OperationEntry, index: number) => {
        if (firstOpen >= 0 && index > firstOpen) throw serviceUnavailable()
        return effect(entry, index, refused)
      }
      return Promise.allSettled(
        entries.map((entry, index) => replayed[index] ?? run(entry, leased, () => inTurn(entry, index))),
      )
    },

    recordApplied: (outcomes, writes) =>
      record(
        outcomes.map(({ entry, output }) => ({ entry, state: 'applied', result: output })),
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

/** Nothing is to be done before the effect of an id that this request has leased, or that no other request has. */
const leased = async () => undefined
const refuseRecorded = async () => {
  throw new AlreadyRecorded()
}

/** Whether another request may be doing it, or it is not known. */
const isOpen = (outcome: PromiseSettledResult<unknown>) => {
  if (outcome.status === 'fulfilled') return false
  const { status, reason } = toAppError(outcome.reason)
  return status >= 500 || reason === 'key_running'
}

/** Makes a change in a transaction. */
type Change<T> = (unit: UnitOfWork) => Promise<T>

/** Runs a change once per operation id; a repeat gets the recorded output. Throws what the change throws, 503 or 504. */
export type IdempotentWrite = <T>(
  operation: Operation,
  input: unknown,
  context: CallContext,
  change: Change<T>,
) => Promise<T>

/**
 * Writes a change and the record of its operation id in one transaction. The change's result is kept in that record in
 * clear, so it must hold no secret.
 */
export function createIdempotentWrite(connection: Connection, idempotency: Idempotency): IdempotentWrite {
  return (operation, input, context, change) =>
    idempotency.once(operation, input, context, (entry) =>
      inUnitOfWork(connection, context.deadline, async (unit) => {
        const output = await change(unit)
        idempotency.recordApplied([{ entry, output }], unit)
        return output
      }),
    )
}
