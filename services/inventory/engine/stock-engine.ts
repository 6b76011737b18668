import type { ClientSession, Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Counters } from '../../../shared/database/counters.ts'
import type { Idempotency, OperationEntry } from '../../../shared/database/idempotency.ts'
import { isDatabaseError } from '../../../shared/database/mongo.ts'
import { type Attempt, inTransaction, TransactionConflict } from '../../../shared/database/transaction.ts'
import type { Outbox } from '../../../shared/messaging/events/outbox.ts'
import { asPartOf, type Tracing } from '../../../shared/process/tracing.ts'
import type { Models } from '../models.ts'
import type { Numbers, StockEffect } from './effect.ts'
import { createGroupCommit } from './group-commit.ts'
import { createStockReads } from './stock-reads.ts'
import { createStockView, type StockView } from './stock-view.ts'
import { toEvent, toLedgerRecord, writeBookings } from './stock-writes.ts'

/** Writes that share a transaction, and transactions at once in this process. */
const LIMITS = { maxItems: 64, maxRuns: 2 }
/** Writes of several items that have met other processes' writes so often go on item by item. */
const MOST_TRIES_TOGETHER = 2

/** A stock change that is wanted: decides its effect on the stock it is shown, or throws the refusal. */
export type Plan<A> = (numbers: Numbers, stock: StockView) => Promise<StockEffect<A>>

interface Command {
  readonly partNo: number
  readonly entry: OperationEntry
  readonly plan: Plan<unknown>
  readonly numbers: Numbers
  resolve(answer: unknown): void
  reject(error: unknown): void
}

type Planned = { readonly command: Command; readonly effect: StockEffect<unknown> }

export interface StockOptions {
  readonly connection: Connection
  readonly models: Models
  readonly counters: Counters
  readonly idempotency: Idempotency
  readonly outbox: Outbox
  readonly tracing: Tracing | undefined
}

export interface Stock {
  /** Plans and applies a change of one item's stock in a transaction; resolves with the plan's answer once it is durable. */
  change<A>(partNo: number, entry: OperationEntry, plan: Plan<A>): Promise<A>
  /** What a plan would do now; nothing is written. */
  preview(partNo: number, deadline: number, plan: Plan<unknown>): Promise<StockEffect<unknown>>
}

/** Every change of stock goes through here: lots, levels, ledger, operation record and outbox in one transaction. */
export function createStock({ connection, models, counters, idempotency, outbox, tracing }: StockOptions): Stock {
  const combiner = createGroupCommit<number, Command>(LIMITS, (commands) => {
    const [first] = [...commands.values()].flat()
    return asPartOf(tracing, first?.entry.context.traceparent, () => run(commands))
  })

  async function run(byItem: ReadonlyMap<number, readonly Command[]>): Promise<void> {
    const commands = [...byItem.values()].flat()
    try {
      const deadline = Math.max(...commands.map(deadlineOf))
      const { planned, refused, stored } = await inTransaction(connection, deadline, (session, attempt) =>
        apply(byItem, session, attempt),
      )
      outbox.send(stored)
      for (const { command, effect } of planned) command.resolve(effect.answer)
      for (const { command, error } of refused) command.reject(error)
    } catch (error) {
      // What one of them is to blame for, as that it was done before, each finds out alone.
      if (error instanceof AppError || commands.length === 1) for (const command of commands) command.reject(error)
      else if (byItem.size > 1) await Promise.all([...byItem].map((ofItem) => run(new Map([ofItem]))))
      else for (const command of commands) await run(new Map([[command.partNo, [command]]]))
    }
  }

  async function apply(
    byItem: ReadonlyMap<number, readonly Command[]>,
    session: ClientSession,
    { number, maybeCommitted, outOfTime }: Attempt,
  ) {
    if (byItem.size > 1 && number >= MOST_TRIES_TOGETHER && !maybeCommitted) throw new Contended()
    const now = new Date()
    const reads = createStockReads(models, session)
    const outcomes = await allOf(
      [...byItem].map(([partNo, commands]) => planAll(commands, createStockView(reads, partNo, now), outOfTime)),
    )
    const planned = outcomes.flatMap((outcome) => outcome.planned)
    const stored = await write(planned, now, session)
    // None is committed after its deadline; the others need not fail with it.
    if (planned.some(({ command }) => isLate(command))) throw new TransactionConflict('A call has run out of time')
    return { planned, refused: outcomes.flatMap((outcome) => outcome.refused), stored }
  }

  async function write(planned: readonly Planned[], now: Date, session: ClientSession) {
    if (planned.length === 0) return []
    await idempotency.recordApplied(
      planned.map(({ command: { entry }, effect }) => ({ entry, output: effect.answer })),
      session,
    )
    const bookings = planned.map(({ command: { entry, numbers }, effect }) => ({
      effect,
      entry: toLedgerRecord(entry, numbers.transactionNo, effect, now),
    }))
    const stored = await outbox.add(
      bookings.map(({ entry }) => toEvent(entry)),
      session,
    )
    await writeBookings(models, bookings, now, session)
    return stored
  }

  return {
    async change<A>(partNo: number, entry: OperationEntry, plan: Plan<A>) {
      const [transactionNo = 0] = await counters.next('transactionNo', 1)
      const [recNo = 0] = await counters.next('recNo', 1)
      return new Promise<A>((resolve, reject) => {
        // The combiner holds commands of every answer type; this one's answer comes from its own plan.
        const settle = resolve as (answer: unknown) => void
        combiner.add(partNo, { partNo, entry, plan, numbers: { transactionNo, recNo }, resolve: settle, reject })
      })
    },
    preview: (partNo, deadline, plan) =>
      inTransaction(connection, deadline, (session) =>
        plan({ transactionNo: 0, recNo: 0 }, createStockView(createStockReads(models, session), partNo, new Date())),
      ),
  }
}

/** Thrown when writes had better not share a transaction any longer. */
class Contended extends Error {}

const deadlineOf = ({ entry }: Command) => entry.context.deadline
const isLate = (command: Command) => Date.now() >= deadlineOf(command)

/** Plans the writes of one item one after the other, each on the stock as the ones before leave it. */
async function planAll(commands: readonly Command[], stock: StockView, outOfTime: () => AppError) {
  const planned: Planned[] = []
  const refused: { command: Command; error: unknown }[] = []
  for (const command of commands) {
    try {
      if (isLate(command)) throw outOfTime()
      const effect = await command.plan(command.numbers, stock)
      stock.apply(effect)
      planned.push({ command, effect })
    } catch (error) {
      if (isDatabaseError(error)) throw error
      refused.push({ command, error })
    }
  }
  return { planned, refused }
}

/** Waits for all, even if one fails: nobody may still use a session that has ended. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
