import type { Connection } from 'mongoose'
import type { Counters } from '../../../../shared/database/counters.ts'
import { isDatabaseError } from '../../../../shared/database/database-errors.ts'
import { createSharedTransactions } from '../../../../shared/database/group-commit/shared-transactions.ts'
import type { Idempotency, OperationEntry } from '../../../../shared/database/idempotency/idempotency.ts'
import { type Attempt, inSnapshot } from '../../../../shared/database/transaction.ts'
import { inAbortedUnit, type UnitOfWork } from '../../../../shared/database/unit-of-work.ts'
import type { Outbox, OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import type { FindItems } from '../../masters/given-units.ts'
import type { RecordChange } from '../../records/versioned-records.ts'
import { lockLevelRows } from '../levels/level-row.ts'
import { type DaysOf, daysInUtc } from '../lots/expiry.ts'
import { type Command, createDryRunNumbers, createNumbers, type Planned, planGroup, type Settle } from './command.ts'
import { requireWholeEffect, type StockEffect, settleLots, withEarlierLots } from './effect.ts'
import { toEvent, toLedgerRecords } from './ledger-records.ts'
import type { Numbers, Plan, StockHooks } from './plan.ts'
import { createStockReads } from './stock-reads.ts'
import { createStockView, type PlannedStock } from './stock-view.ts'
import { type StockModels, writeEffects } from './stock-writes.ts'

/**
 * Items in one transaction, each counted once for each command. A receipt writes four records, and MongoDB advises to
 * write some 1,000 in a transaction at most
 * (https://www.mongodb.com/docs/manual/core/transactions-production-consideration).
 */
const MAX_ITEMS = 250

/**
 * Conflicts after which a transaction locks its items first. Other writers then fail early and repeat, instead of this
 * one, whose stock they change while it plans: an order of many items would starve.
 */
const LOCKED_FROM = 2

export interface StockEngineOptions {
  readonly connection: Connection
  readonly models: StockModels
  readonly counters: Counters
  readonly idempotency: Idempotency
  readonly outbox: Outbox
  /** What documents do when stock changes. */
  readonly hooks: StockHooks
  /** Further events of the documents that a transaction has changed. */
  readonly toDocumentEvents?: (changes: readonly RecordChange[], now: Date) => readonly OutgoingEvent[]
  /** The days of a warehouse; those of UTC by default. */
  readonly daysOf?: DaysOf
  /** Whether lots are written with the days on which they expire; by default they are. */
  readonly keepsDays?: () => Promise<boolean>
  /** The items of partNos, for those that have whole units only; by default no item does. */
  readonly findItems?: FindItems
  /** Called with the effects of each transaction that this process has committed. */
  readonly onCommit?: (effects: readonly StockEffect<unknown>[]) => void
}

/** A stock change that is not kept: the plans of one operation, and every item that they may change. */
export interface WarmedUp {
  readonly partNo: number
  readonly operation: OperationEntry
  readonly plans: readonly Plan<unknown>[]
}

/** The one way to change stock: lots, levels, ledger, other documents, idempotency record and outbox in one transaction. */
export function createStockEngine(options: StockEngineOptions) {
  const {
    connection,
    models,
    counters,
    idempotency,
    outbox,
    hooks,
    toDocumentEvents = () => [],
    onCommit,
    daysOf = daysInUtc,
    keepsDays = async () => true,
    findItems = async () => new Map(),
  } = options
  const settle: Settle = async (effect) => {
    const settled = (await keepsDays()) ? await settleLots(effect, daysOf) : withEarlierLots(effect)
    await requireWholeEffect(settled, findItems)
    return settled
  }
  const submit = createSharedTransactions<number, Command>(connection, idempotency, MAX_ITEMS, apply)

  async function apply(groups: readonly (readonly Command[])[], unit: UnitOfWork, attempt: Attempt) {
    const now = present()
    if (attempt.number >= LOCKED_FROM) await lockLevelRows(models, keysOf(groups), unit)
    const reads = createStockReads(connection, models, unit.session, now)
    const outcomes = await allOf(
      groups.map((group) => planGroup(group, createStockView(reads, now, hooks, daysOf), attempt, settle)),
    )
    const planned = outcomes.flatMap((outcome) => outcome.planned)
    if (planned.length > 0) write(planned, reads.records.applied, now, unit)
    return {
      done: planned.map(({ command, effect }) => ({ write: command, result: effect.result })),
      refused: outcomes.flatMap(({ refused }) => refused.map(({ command, error }) => ({ write: command, error }))),
    }
  }

  function write(planned: readonly Planned[], records: readonly RecordChange[], now: Date, unit: UnitOfWork): void {
    idempotency.recordApplied(
      planned.map(({ command: { operation: entry }, effect }) => ({ entry, output: effect.result })),
      unit,
    )
    const effects = planned.map(({ command, effect }) => ({
      effect,
      records: toLedgerRecords(command.operation, effect, now),
    }))
    const events = effects.flatMap(({ effect, records }) => [
      ...records.map((record, index) => toEvent(record, effect.entries[index]?.lots ?? [], now)),
      ...(effect.events ?? []),
    ])
    outbox.add([...events, ...toDocumentEvents(records, now)], unit)
    writeEffects(connection, models, effects, records, now, unit)
    if (onCommit) unit.afterCommit(() => onCommit(effects.map(({ effect }) => effect)))
  }

  const inDryRun = <T>(deadline: number, run: (stock: PlannedStock, numbers: Numbers) => Promise<T>) =>
    inSnapshot(connection, deadline, (session) => {
      const now = present()
      const reads = createStockReads(connection, models, session, now)
      return run(createStockView(reads, now, hooks, daysOf), createDryRunNumbers())
    })

  const toCommand = (partNos: readonly number[], command: Omit<Command, 'keys' | 'numbers'>): Command => ({
    ...command,
    keys: [...new Set(partNos)],
    numbers: createNumbers(counters),
  })

  return {
    /**
     * Plans and applies a stock change in a transaction, under the operation's id.
     *
     * @param partNos every item whose lots the plan may read or change
     * @returns the plan's result, once it is durable
     * @throws the plan's refusal; AlreadyRecorded if the operation was applied before; 503 or 504 after the deadline
     */
    async change<A>(partNos: readonly number[], operation: OperationEntry, plan: Plan<A>) {
      const command = { operation, plans: [plan], toResult: ([result]: readonly unknown[]) => result, isAlone: false }
      // The queue holds commands of every result type; this one's result comes from its own plan.
      return (await submit(toCommand(partNos, command))) as A
    },
    /**
     * The same for several stock changes, one after the other, all or none: the first refusal refuses them all.
     *
     * @param toResult makes the recorded result of the results of the plans
     */
    async changeAll<A, B>(
      partNos: readonly number[],
      operation: OperationEntry,
      plans: readonly Plan<A>[],
      toResult: (results: readonly A[]) => B,
    ) {
      // As above, and the results are those of these plans.
      const command = { operation, plans, toResult: toResult as Command['toResult'], isAlone: true }
      return (await submit(toCommand(partNos, command))) as B
    },
    /**
     * Plans and writes stock changes that share no item, in a transaction that is aborted: nothing is changed, and no
     * number is used.
     */
    async warmUp(deadline: number, changes: readonly WarmedUp[]) {
      const numbers = createDryRunNumbers()
      const groups = changes.map(({ partNo, ...change }) => [
        { ...change, keys: [partNo], numbers: () => numbers, isAlone: true, toResult: toResults },
      ])
      const { refused } = await inAbortedUnit(connection, deadline, (unit, attempt) => apply(groups, unit, attempt))
      for (const { error } of refused) throw error
    },
    /** What a plan would do now; nothing is written, and new records have negative numbers. */
    dryRun: <A>(deadline: number, plan: Plan<A>): Promise<StockEffect<A>> =>
      inDryRun(deadline, async (stock, numbers) => settle(await plan(stock, numbers))),
    /** What several plans would do, each after those before it that are not refused. */
    dryRunEach: <A>(deadline: number, plans: readonly Plan<A>[]) =>
      inDryRun(deadline, async (stock, numbers) => {
        const outcomes: PromiseSettledResult<StockEffect<A>>[] = []
        for (const plan of plans) {
          try {
            const value = await settle(await plan(stock, numbers))
            stock.apply(value)
            for (let { next } = value; next; ) {
              const following = await settle(await next(stock, numbers))
              stock.apply(following)
              next = following.next
            }
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

export type StockEngine = ReturnType<typeof createStockEngine>

const toResults = (results: readonly unknown[]) => results

const keysOf = (groups: readonly (readonly Command[])[]) => groups.flat().flatMap(({ keys }) => keys)

/** Waits for all, even if one fails: no command may use a session that has ended. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
