import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'
import type { Connection } from 'mongoose'
import { AppError } from '../../contract/core/errors.ts'
import { requireStart } from '../../process/call-context.ts'
import { AlreadyRecorded, type Idempotency, type OperationEntry } from '../idempotency/idempotency.ts'
import { type Attempt, TransactionConflict } from '../transaction.ts'
import { inUnitOfWork, type UnitOfWork } from '../unit-of-work.ts'
import { createGroupCommit } from './group-commit.ts'

/** Groups of writes that stay together when a larger transaction fails: one that fails again is run group by group. */
const MAX_TOGETHER = 64
/** After so many conflicts, writes of different keys continue in transactions of their own. */
const MAX_SHARED_ATTEMPTS = 2

/** A write that may share its transaction with others. */
export interface SharedWrite<K> {
  readonly operation: OperationEntry
  /** What it may touch: writes that have a key in common are applied one after the other. */
  readonly keys: readonly K[]
  /** Whether it shares its transaction with no other write. */
  readonly isAlone?: boolean
}

/** What one transaction did. */
interface Applied<W> {
  readonly done: readonly { readonly write: W; readonly result: unknown }[]
  readonly refused: readonly { readonly write: W; readonly error: unknown }[]
}

interface Waiting<K, W> {
  readonly keys: readonly K[]
  readonly isAlone: boolean
  readonly write: W
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Group commit of writes, each with its own idempotency record, deadline and result. Each write is applied as if it were
 * alone: repeats of recorded ones leave the transaction, and after another error that is not a refusal its writes run one
 * by one.
 *
 * @param maxKeys as of `createGroupCommit`
 * @param apply applies groups of writes that have no key in common, and records the outcomes; it is called again if the
 *   transaction is repeated
 * @returns adds a write; writes that are added in one turn of the event loop share the next transaction
 */
export function createSharedTransactions<K, W extends SharedWrite<K>>(
  connection: Connection,
  { findRecorded }: Pick<Idempotency, 'findRecorded'>,
  maxKeys: number,
  apply: (groups: readonly (readonly W[])[], unit: UnitOfWork, attempt: Attempt) => Promise<Applied<W>>,
): (write: W) => Promise<unknown> {
  type Group = readonly Waiting<K, W>[]

  const run = async (groups: readonly Group[]): Promise<void> => {
    const waiting = groups.flat()
    if (waiting.length === 0) return
    try {
      const deadline = Math.max(...waiting.map(({ write }) => write.operation.context.deadline))
      const { done, refused } = await inUnitOfWork(connection, deadline, (unit, attempt) =>
        applyInTime(groups, unit, attempt),
      )
      const waitingOf = new Map(waiting.map((one) => [one.write, one]))
      for (const { write, result } of done) waitingOf.get(write)?.resolve(result)
      for (const { write, error } of refused) waitingOf.get(write)?.reject(error)
    } catch (error) {
      const left = error instanceof AlreadyRecorded && waiting.length > 1 ? await takeOut(groups, error) : groups
      if (left !== groups) await run(left)
      else if (error instanceof AppError || waiting.length === 1) for (const { reject } of waiting) reject(error)
      else if (groups.length > 1) await Promise.all(split(groups).map(run))
      else for (const one of waiting) await run([[one]])
    }
  }

  /** The groups without the writes that are recorded, which get the error; as given if there are none. */
  const takeOut = async (groups: readonly Group[], error: AlreadyRecorded): Promise<readonly Group[]> => {
    const entries = groups.flat().map(({ write }) => write.operation)
    // If the records cannot be read, the writes find out one by one.
    const recorded = await findRecorded(entries).catch(() => new Set<OperationEntry>())
    if (recorded.size === 0) return groups
    const isRecorded = ({ write }: Waiting<K, W>) => recorded.has(write.operation)
    for (const { reject } of groups.flat().filter(isRecorded)) reject(error)
    return groups.map((group) => group.filter((one) => !isRecorded(one))).filter(({ length }) => length > 0)
  }

  const applyInTime = async (groups: readonly Group[], unit: UnitOfWork, attempt: Attempt) => {
    const { number, maybeCommitted } = attempt
    if (groups.length > 1 && number >= MAX_SHARED_ATTEMPTS && !maybeCommitted) throw new Contended()
    const applied = await apply(
      groups.map((group) => group.map(({ write }) => write)),
      unit,
      attempt,
    )
    await unit.send()
    // No write is committed after its deadline; the others are repeated without it.
    if (applied.done.some(({ write }) => isLate(write))) throw new TransactionConflict('A write has run out of time')
    return applied
  }

  // A shared transaction belongs to the trace of its first write.
  const groupCommit = createGroupCommit<K, Waiting<K, W>>(maxKeys, (groups) =>
    context.with(propagation.extract(ROOT_CONTEXT, groups[0]?.[0]?.write.operation.context ?? {}), () => run(groups)),
  )

  /** Writes of this turn of the event loop, such as those of the lines of a batch. */
  const arrived: Waiting<K, W>[] = []
  return (write) =>
    new Promise((resolve, reject) => {
      const { keys, isAlone = false } = write
      const count = arrived.push({ keys, isAlone, write, resolve, reject })
      if (count === 1) queueMicrotask(() => groupCommit.add(...arrived.splice(0)))
    })
}

/** Throws 503, or 504 if an earlier attempt may have been committed, for a write that is not to be applied any more. */
export function requireInTime(write: Pick<SharedWrite<unknown>, 'operation'>, attempt: Attempt): void {
  if (isLate(write)) throw attempt.outOfTime()
  // Whether an earlier attempt was committed, only the repeat finds out.
  if (!attempt.maybeCommitted) requireStart(write.operation.context)
}

const isLate = ({ operation }: Pick<SharedWrite<unknown>, 'operation'>) => Date.now() >= operation.context.deadline

/** Smaller runs of groups whose transaction failed: an error of one write, or a conflict, seldom concerns all of them. */
function split<T>(groups: readonly T[]): T[][] {
  const size = groups.length > MAX_TOGETHER ? MAX_TOGETHER : 1
  return Array.from({ length: Math.ceil(groups.length / size) }, (_, part) =>
    groups.slice(part * size, (part + 1) * size),
  )
}

/** Thrown when writes of different keys have conflicted with other processes too often to share a transaction. */
class Contended extends Error {}
