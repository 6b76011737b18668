import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'
import type { ClientSession, Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Counters } from '../../../shared/database/counters.ts'
import { isDatabaseError } from '../../../shared/database/database-errors.ts'
import type { Idempotency, OperationEntry } from '../../../shared/database/idempotency/idempotency.ts'
import { type Attempt, inSnapshot, inTransaction, TransactionConflict } from '../../../shared/database/transaction.ts'
import type { DocumentChange } from '../../../shared/database/versioned-documents.ts'
import type { Outbox } from '../../../shared/messaging/events/outbox.ts'
import { type Command, isLate, type Planned, planGroup } from './command.ts'
import type { StockEffect } from './effect.ts'
import { createGroupCommit } from './group-commit.ts'
import { toEvent, toLedgerRecords } from './ledger-records.ts'
import { createNumbers, createPreviewNumbers, NO_NUMBERS } from './numbers.ts'
import type { Plan } from './plan.ts'
import { createStockReads } from './stock-reads.ts'
import { createStockView } from './stock-view.ts'
import { type StockModels, writeEffects } from './stock-writes.ts'

/**
 * Items in one transaction, each counted once for each command; transactions at once in this process, and commands that make a second
 * one worthwhile. A receipt writes four records, and MongoDB advises to write some 1,000 in a transaction at most
 * (https://www.mongodb.com/docs/manual/core/transactions-production-consideration).
 */
const LIMITS = { maxKeys: 250, maxRuns: 2, minBeside: 16 }
/** Groups of commands that stay together when a larger transaction fails: one that fails again is run group by group. */
const MAX_TOGETHER = 64
/** After so many conflicts, commands of different items go on in transactions of their own. */
const MAX_SHARED_ATTEMPTS = 2

export interface StockEngineOptions {
  readonly connection: Connection
  readonly models: StockModels
  readonly counters: Counters
  readonly idempotency: Idempotency
  readonly outbox: Outbox
}

export interface StockEngine {
  /**
   * Plans and applies a stock change in a transaction, under the operation's id.
   *
   * @param partNos every item whose lots the plan may read or change
   * @returns the plan's answer, once it is durable
   * @throws the plan's refusal; AlreadyRecorded if the operation was applied before; 503 or 504 after the deadline
   */
  change<A>(partNos: readonly number[], operation: OperationEntry, plan: Plan<A>): Promise<A>
  /**
   * The same for several stock changes, one after the other, all or none: the first refusal refuses them all.
   *
   * @param toAnswer makes the recorded answer of the answers of the plans
   */
  changeAll<A, B>(
    partNos: readonly number[],
    operation: OperationEntry,
    plans: readonly Plan<A>[],
    toAnswer: (answers: readonly A[]) => B,
  ): Promise<B>
  /** What a plan would do now; nothing is written, and new records have the number 0. */
  preview<A>(deadline: number, plan: Plan<A>): Promise<StockEffect<A>>
  /** What several plans would do, each after those before it that are not refused; new records have negative numbers. */
  previewEach<A>(deadline: number, plans: readonly Plan<A>[]): Promise<PromiseSettledResult<StockEffect<A>>[]>
}

/** The one way to change stock: lots, levels, ledger, other documents, idempotency record and outbox in one transaction. */
export function createStockEngine(options: StockEngineOptions): StockEngine {
  const { connection, models, counters, idempotency, outbox } = options
  // A shared transaction belongs to the trace of its first command.
  const groupCommit = createGroupCommit<number, Command>(LIMITS, (groups) =>
    context.with(propagation.extract(ROOT_CONTEXT, groups[0]?.[0]?.operation.context ?? {}), () => run(groups)),
  )

  async function run(groups: readonly (readonly Command[])[]): Promise<void> {
    const commands = groups.flat()
    try {
      const deadline = Math.max(...commands.map(({ operation }) => operation.context.deadline))
      const { planned, refused, afterCommit } = await inTransaction(connection, deadline, (session, attempt) =>
        apply(groups, session, attempt),
      )
      afterCommit()
      for (const { command, effect } of planned) command.resolve(effect.answer)
      for (const { command, error } of refused) command.reject(error)
    } catch (error) {
      // An error that one command causes, such as a repeated operation id, is found by running each alone.
      if (error instanceof AppError || commands.length === 1) for (const command of commands) command.reject(error)
      else if (groups.length > 1) await Promise.all(split(groups).map(run))
      else for (const command of commands) await run([[command]])
    }
  }

  async function apply(groups: readonly (readonly Command[])[], session: ClientSession, attempt: Attempt) {
    const { number, maybeCommitted } = attempt
    if (groups.length > 1 && number >= MAX_SHARED_ATTEMPTS && !maybeCommitted) throw new Contended()
    const now = new Date()
    const reads = createStockReads(connection, models, session, now)
    const outcomes = await allOf(groups.map((group) => planGroup(group, createStockView(reads, now), attempt)))
    const planned = outcomes.flatMap((outcome) => outcome.planned)
    const afterCommit = await write(planned, reads.documents.applied, now, session)
    // No command is committed after its deadline; the others are repeated without it.
    if (planned.some(({ command }) => isLate(command))) throw new TransactionConflict('A command has run out of time')
    return { planned, refused: outcomes.flatMap((outcome) => outcome.refused), afterCommit }
  }

  async function write(
    planned: readonly Planned[],
    documents: readonly DocumentChange[],
    now: Date,
    session: ClientSession,
  ): Promise<() => void> {
    if (planned.length === 0) return () => undefined
    await idempotency.recordApplied(
      planned.map(({ command: { operation: entry }, effect }) => ({ entry, output: effect.answer })),
      session,
    )
    const effects = planned.map(({ command, effect }) => ({
      effect,
      records: toLedgerRecords(command.operation, effect, now),
    }))
    const events = effects.flatMap(({ effect, records }) => [...records.map(toEvent), ...(effect.events ?? [])])
    const stored = await outbox.add(events, session)
    const remember = await writeEffects(connection, models, effects, documents, now, session)
    return () => {
      remember()
      outbox.send(stored)
    }
  }

  /** Commands of this turn of the event loop, such as those of the lines of a batch: they share the next run. */
  const arrived: Command[] = []
  const submit = (partNos: readonly number[], command: Omit<Command, 'keys' | 'numbers' | 'resolve' | 'reject'>) =>
    new Promise<unknown>((resolve, reject) => {
      const keys = [...new Set(partNos)]
      const count = arrived.push({ ...command, keys, numbers: createNumbers(counters), resolve, reject })
      if (count === 1) queueMicrotask(() => groupCommit.add(...arrived.splice(0)))
    })

  return {
    async change<A>(partNos: readonly number[], operation: OperationEntry, plan: Plan<A>) {
      const command = { operation, plans: [plan], toAnswer: ([answer]: readonly unknown[]) => answer, isAlone: false }
      // The queue holds commands of every answer type; this one's answer comes from its own plan.
      return (await submit(partNos, command)) as A
    },
    async changeAll<A, B>(
      partNos: readonly number[],
      operation: OperationEntry,
      plans: readonly Plan<A>[],
      toAnswer: (answers: readonly A[]) => B,
    ) {
      // As above, and the answers are those of these plans.
      const command = { operation, plans, toAnswer: toAnswer as Command['toAnswer'], isAlone: true }
      return (await submit(partNos, command)) as B
    },
    preview: (deadline, plan) =>
      inSnapshot(connection, deadline, (session) => {
        const now = new Date()
        return plan(createStockView(createStockReads(connection, models, session, now), now), NO_NUMBERS)
      }),
    previewEach: <A>(deadline: number, plans: readonly Plan<A>[]) =>
      inSnapshot(connection, deadline, async (session) => {
        const now = new Date()
        const stock = createStockView(createStockReads(connection, models, session, now), now)
        const numbers = createPreviewNumbers()
        const outcomes: PromiseSettledResult<StockEffect<A>>[] = []
        for (const plan of plans) {
          try {
            const value = await plan(stock, numbers)
            stock.apply(value)
            outcomes.push({ status: 'fulfilled', value })
          } catch (reason) {
            if (isDatabaseError(reason)) throw reason
            outcomes.push({ status: 'rejected', reason })
          }
        }
        return outcomes
      }),
  }
}

/** Smaller runs of groups whose transaction failed: an error of one command, or a conflict, seldom concerns all of them. */
function split<T>(groups: readonly T[]): T[][] {
  const size = groups.length > MAX_TOGETHER ? MAX_TOGETHER : 1
  return Array.from({ length: Math.ceil(groups.length / size) }, (_, part) =>
    groups.slice(part * size, (part + 1) * size),
  )
}

/** Thrown when commands of different items have conflicted with other processes too often to share a transaction. */
class Contended extends Error {}

/** Waits for all, even if one fails: no command may use a session that has ended. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
