import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { keyIsRunning, outcomeUnknown, serviceUnavailable, toAppError } from '../../contract/core/errors.ts'
import type { Operation } from '../../contract/core/operation.ts'
import type { CallContext } from '../../process/call-context.ts'
import { createBatchLoader } from '../batch-loader.ts'
import type { Writes } from '../unit-of-work.ts'
import {
  AlreadyRecorded,
  hasOutcome,
  type IdempotencyRecord,
  idempotencyModel,
  isLeased,
  type OperationEntry,
  refuseOtherRequest,
  replacing,
  toEntry,
} from './idempotency-record.ts'
import { createOutcomes, type FindPastOperation, throwAsUnknown } from './outcomes.ts'

export type { OperationEntry } from './idempotency-record.ts'
export { AlreadyRecorded, ownerOf } from './idempotency-record.ts'
export type { FindPastOperation } from './outcomes.ts'

/** A request that is on its way, or planned by another process, mostly has an outcome within these looks: a second. */
const LOOKS = 5
const LOOK_INTERVAL_MS = 250

/** A write of a request that has several. */
interface Write {
  readonly operation: Operation
  readonly input: unknown
  readonly context: CallContext
}

type Effect<T, A extends unknown[] = []> = (entry: OperationEntry, ...rest: A) => Promise<T>

type Once = <T>(operation: Operation, input: unknown, context: CallContext, effect: Effect<T>) => Promise<T>

/** What `GET /Operations/{key}` shows of an operation id. */
type Known = Pick<IdempotencyRecord, 'operation' | 'state' | 'answer'>

export interface Idempotency {
  /**
   * Runs a write so that its operation id takes effect once; a repeat gets the recorded output or refusal. Throws 409 if the
   * id was used for another request, is still running, or took effect so long ago that its result has expired. The effect
   * is one transaction, which meets the record of a repeat.
   */
  readonly once: Once
  /** As `once`, for an effect of which the record's transaction is only the end: the record is read first. */
  readonly onceInParts: Once
  /**
   * As `once`, for many writes of one request, whose records are read first, together. `effect` is called in one turn of
   * the event loop for each write that is to be done, in their sequence; `refused` are the indexes of those whose records
   * refuse them. With `isInOrder`, those after one that another request may be doing are not done: they get 503.
   */
  onceEach<T>(
    writes: readonly Write[],
    effect: Effect<T, [index: number, refused: ReadonlySet<number>]>,
    options?: { readonly isInOrder?: boolean },
  ): Promise<PromiseSettledResult<T>[]>
  /** Records outputs with the writes that they are of; sending throws AlreadyRecorded if one of the ids has a record. */
  recordApplied(outcomes: readonly { entry: OperationEntry; output: unknown }[], writes: Writes): void
  /** Those of the writes whose ids have records that they do not replace. */
  findRecorded(entries: readonly OperationEntry[]): Promise<ReadonlySet<OperationEntry>>
  /** What is known at once of an owner's operation id. */
  look(owner: string, operationId: string): Promise<Known | undefined>
  /**
   * The outcome of an owner's operation id; undefined if it has not taken effect, and no request that arrived before the
   * one that asks can make it so. Throws 503 while a transaction of another process may be doing it.
   */
  find(owner: string, operationId: string, asking: Pick<CallContext, 'arrivedAt'>): Promise<Known | undefined>
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

  const { lookUp, findRecord, record, replay, settle, fence } = createOutcomes({ records, read, findPastOperation })

  /** Writes that run in this process, by id. */
  const running = new Map<string, OperationEntry>()
  const begin = (entry: OperationEntry) => {
    const other = running.get(entry.id)
    if (other && other.context.attempt !== entry.context.attempt) {
      refuseOtherRequest(other, entry)
      throw keyIsRunning()
    }
    running.set(entry.id, entry)
  }
  const end = (entry: OperationEntry) => {
    if (running.get(entry.id) === entry) running.delete(entry.id)
  }

  const run = async <T>(
    entry: OperationEntry,
    effect: Effect<T>,
    existing?: IdempotencyRecord,
    inParts = false,
  ): Promise<T> => {
    // It is an earlier output of this same operation.
    if (hasOutcome(existing)) return replay(entry, existing) as T
    const own = existing ? replacing(entry, existing) : entry
    try {
      return await effect(own)
    } catch (error) {
      const settled = await settle(own, error)
      if (!(settled instanceof AlreadyRecorded)) throw settled
    }
    const found = await findRecord(entry).catch(throwAsUnknown)
    // Of an effect in parts, some are done.
    if (inParts && !hasOutcome(found)) throw outcomeUnknown()
    return run(entry, effect, found)
  }

  const onceAs =
    (inParts: boolean): Once =>
    async (operation, input, context, effect) => {
      const entry = toEntry(operation, input, context)
      begin(entry)
      try {
        return await run(entry, effect, inParts ? await read(entry.id) : undefined, inParts)
      } finally {
        end(entry)
      }
    }

  /** What is known of an id: its outcome, that it is running, or its record without an outcome. */
  const look = async (id: string) => {
    const { record: found, past } = await lookUp(id)
    if (hasOutcome(found)) return { known: found }
    if (past) return { known: { operation: past.operation, state: 'applied' as const } }
    const own = running.get(id)
    if (own) return { known: { operation: own.operation, state: 'running' as const } }
    return found && isLeased(found) ? { known: found } : { found }
  }

  const find: Idempotency['find'] = async (owner, operationId, asking) => {
    const id = `${owner}/${operationId}`
    for (let looks = 1; ; looks++) {
      const { known, found } = await look(id)
      if (known) return known
      if (looks < LOOKS) await delay(LOOK_INTERVAL_MS)
      else if (await fence(id, asking.arrivedAt ?? Date.now(), found)) return undefined
      else if (!(await read(id))) throw serviceUnavailable()
    }
  }

  return {
    once: onceAs(false),
    onceInParts: onceAs(true),

    async onceEach<T>(
      writes: readonly Write[],
      effect: Effect<T, [index: number, refused: ReadonlySet<number>]>,
      { isInOrder = false } = {},
    ) {
      const entries = writes.map(({ operation, input, context }) => toEntry(operation, input, context))
      const existing = await Promise.all(entries.map(({ id }) => read(id)))
      const known = await Promise.allSettled(
        entries.map(async (entry, index) => {
          begin(entry)
          const found = existing[index]
          if (hasOutcome(found)) return { result: replay(entry, found) as T }
          if (found) replacing(entry, found)
          return undefined
        }),
      )
      const firstOpen = isInOrder ? known.findIndex(isOpen) : -1
      const refused = new Set(known.flatMap(({ status }, index) => (status === 'rejected' ? index : [])))
      const inTurn = async (entry: OperationEntry, index: number) => {
        if (firstOpen >= 0 && index > firstOpen) throw serviceUnavailable()
        return effect(entry, index, refused)
      }
      return Promise.allSettled(
        entries.map(async (entry, index) => {
          try {
            const outcome = known[index]
            if (outcome?.status === 'rejected') throw outcome.reason
            if (outcome?.value) return outcome.value.result
            return await run(entry, (own) => inTurn(own, index), existing[index])
          } finally {
            end(entry)
          }
        }),
      )
    },

    recordApplied: (outcomes, writes) =>
      record(
        outcomes.map(({ entry, output }) => ({ entry, state: 'applied', result: output })),
        writes,
      ),

    async findRecorded(entries) {
      const found = await Promise.all(entries.map(({ id }) => read(id)))
      return new Set(entries.filter(({ replaces }, index) => found[index] && found[index].attempt !== replaces))
    },

    look: async (owner, operationId) => (await look(`${owner}/${operationId}`)).known,
    find,
  }
}

/** Whether another request may be doing it, or it is not known. */
const isOpen = (outcome: PromiseSettledResult<unknown>) => {
  if (outcome.status === 'fulfilled') return false
  const { status, reason } = toAppError(outcome.reason)
  return status >= 500 || reason === 'key_running'
}
