import type { Counters } from '../../../../shared/database/counters.ts'
import { isDatabaseError } from '../../../../shared/database/database-errors.ts'
import { requireInTime, type SharedWrite } from '../../../../shared/database/group-commit/shared-transactions.ts'
import type { Attempt } from '../../../../shared/database/transaction.ts'
import { findCrossings } from './crossings.ts'
import type { StockEffect } from './effect.ts'
import type { Numbers, Plan, PlanEffect } from './plan.ts'
import type { PlannedStock } from './stock-view.ts'

/** A stock change that waits for its transaction; its keys are the items that it may touch, by partNo. */
export interface Command extends SharedWrite<number> {
  /** One after the other, all or none. */
  readonly plans: readonly Plan<unknown>[]
  readonly toResult: (results: readonly unknown[]) => unknown
  /** If the first plans have changed what a later one refuses, all is discarded with the transaction. */
  readonly isAlone: boolean
  readonly numbers: () => Numbers
}

/** An effect as it is kept, from what a plan decided; throws its refusal. */
export type Settle = <E extends StockEffect<unknown>>(effect: E) => Promise<E>

export interface Planned {
  readonly command: Command
  readonly effect: StockEffect<unknown>
}

/**
 * Plans commands of the same items one after the other, each on the stock as the ones before leave it. Throws errors of
 * the database.
 */
export async function planGroup(commands: readonly Command[], stock: PlannedStock, attempt: Attempt, settle: Settle) {
  const planned: Planned[] = []
  const refused: { command: Command; error: unknown }[] = []
  for (const command of commands) {
    try {
      requireInTime(command, attempt)
      planned.push({ command, effect: await planCommand(command, stock, settle) })
    } catch (error) {
      if (isDatabaseError(error) || error instanceof NextFailed) throw error
      refused.push({ command, error })
    }
  }
  return { planned, refused }
}

/** More often than commands share a transaction, no other plan can have changed a document meanwhile. */
const MAX_PLANNINGS = 100

async function planCommand(command: Command, stock: PlannedStock, settle: Settle): Promise<StockEffect<unknown>> {
  const numbers = command.numbers()
  const effects: StockEffect<unknown>[] = []
  const results: unknown[] = []
  for (const plan of command.plans) {
    const effect = await planOne(plan, command.keys, numbers, { stock, settle })
    results.push(effect.result)
    effects.push(effect)
    for (let { next } = effect; next; ) {
      const following = await planOne(next, command.keys, numbers, { stock, settle }).catch(asNextFailed)
      effects.push(following)
      next = following.next
    }
  }
  return {
    entries: effects.flatMap(({ entries }) => entries),
    records: effects.flatMap(({ records = [] }) => records),
    expiries: effects.flatMap(({ expiries = [] }) => expiries),
    reorder: effects.flatMap(({ reorder = [] }) => reorder),
    events: effects.flatMap(({ events = [] }) => events),
    result: command.toResult(results),
  }
}

/** What comes before is in the view already: the transaction fails, and the commands that shared it are run apart. */
class NextFailed extends Error {
  override readonly name = 'NextFailed'
}
const asNextFailed = (cause: unknown): never => {
  throw isDatabaseError(cause) ? cause : new NextFailed('What follows from a plan could not be planned', { cause })
}

/** Plans again while the plan of another item has changed a document that this one read: one of them succeeds each time. */
async function planOne(
  plan: Plan<unknown>,
  keys: readonly number[],
  numbers: Numbers,
  { stock, settle }: { readonly stock: PlannedStock; readonly settle: Settle },
): Promise<PlanEffect<unknown>> {
  for (let count = 0; count < MAX_PLANNINGS; count++) {
    const effect = await settle(await plan(stock, numbers))
    requireOwnItems(effect, keys)
    if (stock.apply(effect))
      return { ...effect, events: [...(effect.events ?? []), ...(await findCrossings(effect, stock))] }
  }
  throw new Error('A plan changed a document that it had not read through its view')
}

function requireOwnItems({ entries, reorder = [] }: StockEffect<unknown>, partNos: readonly number[]): void {
  for (const { partNo, lots } of [...entries, ...reorder.map((change) => ({ ...change, lots: [] }))])
    for (const touched of [partNo, ...lots.map(({ after }) => after.partNo)])
      if (!partNos.includes(touched)) throw new Error(`A plan changed item ${touched}, which its command does not name`)
}

/**
 * The numbers of one command: each call starts from the first again, so that repeats of its transaction use the same
 * ones.
 */
export function createNumbers(counters: Counters): () => Numbers {
  const taken = { recNo: [] as number[], reservationID: [] as number[], transactionNo: [] as number[] }
  const startAgain = (name: keyof typeof taken) => {
    let used = 0
    return async () => {
      const index = used++
      const [next] = index < taken[name].length ? taken[name].slice(index) : await counters.next(name, 1)
      if (next === undefined) throw new Error(`The counter ${name} gave no number`)
      taken[name][index] = next
      return next
    }
  }
  return () => ({
    recNo: startAgain('recNo'),
    reservationID: startAgain('reservationID'),
    transactionNo: startAgain('transactionNo'),
  })
}

/** For plans whose effects are not written: negative, different from each other and from all records. */
export function createDryRunNumbers(): Numbers {
  let last = 0
  const next = async () => --last
  return { recNo: next, reservationID: next, transactionNo: next }
}
