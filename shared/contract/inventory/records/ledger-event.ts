import { z } from 'zod'
import { Person, type WarehouseScope } from '../../core/access.ts'
import { LotStep, Transaction, transactionTypes } from './records.ts'

/** What a lot is and was beyond its step. */
const LotAttributes = z.object({
  /** Orders the states of a lot: events arrive in any order. */
  version: z.int(),
  price: z.number().nullable(),
  /** Its first receipt: a child lot, and one that moved, keep it. */
  received: z.string(),
  expires: z.string().nullable(),
  /** The moment from which it has expired; absent from entries of earlier versions, whose days are midnight in UTC. */
  goodUntil: z.string().nullable().optional(),
  inTransit: z.boolean(),
  /** Null if the transaction made the lot. */
  before: z.object({ wid: z.int(), hold: z.boolean(), inTransit: z.boolean() }).nullable(),
})
export type LotAttributes = z.output<typeof LotAttributes>

/**
 * A ledger entry in messages between services: each lot also has the warehouses that it was in before and after, and its
 * facts. Those of version 1.2.0 and before have no facts, and do not tell adjustments from receipts and issues.
 */
export const LedgerEntry = Transaction.extend({
  /** Of a reversal: it reverses an adjustment, or what a count posted. */
  adjustment: z.literal(true).optional(),
  /** The person that the verified actor is. */
  person: Person.optional(),
  /** Of a reversal: the type of what it reversed. */
  reversedType: z.enum(transactionTypes).optional(),
  lots: z.array(LotStep.extend({ wids: z.array(z.int()), facts: LotAttributes.optional() })),
})
export type LedgerEntry = z.output<typeof LedgerEntry>

/** Steps of version 1.3.0 and before have their state among the facts only. */
const withState = (step: LotStep, facts: LotAttributes | undefined): LotStep =>
  facts ? { ...step, version: facts.version, ...(facts.inTransit && { inTransit: true }) } : step

/** The transaction as a caller may see it: only the lots that were, or are now, in a warehouse of the scope. */
export function withinScope({ lots, levels, ...stated }: LedgerEntry, scope: WarehouseScope): Transaction {
  const { adjustment: _, reversedType: __, person: ____, ...entry } = stated
  const isVisible = (wid: number) => scope === 'all' || scope.includes(wid)
  const visible = lots.filter(({ wids }) => wids.some(isVisible))
  return {
    ...entry,
    levels: levels.filter(({ wid }) => isVisible(wid)),
    lots: visible.map(({ wids: ___, facts, ...step }) => withState(step, facts)),
  }
}
