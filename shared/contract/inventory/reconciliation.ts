import { z } from 'zod'
import { CHECK_TIMEOUT_MS, Difference } from '../core/difference.ts'
import type { Spec } from '../core/operation.ts'

/** A level whose `available` is negative although the books are right, and why. */
const Negative = z.object({ partNo: z.int(), wid: z.int(), available: z.number(), cause: z.string() })

const Reconciliation = z.object({
  items: z.int(),
  lots: z.int(),
  levels: z.int(),
  transactions: z.int(),
  differences: z.array(Difference),
  negative: z.array(Negative).optional(),
})

/** The check that items, lots, levels, orders and ledger agree (docs/promises.md#R1). */
export const reconciliation = {
  reconcile: {
    summary: 'Check that items, lots, levels, orders and ledger agree',
    command: 'reconcile',
    faults: 'differences',
    access: 'operator',
    effect: 'read',
    timeoutMs: CHECK_TIMEOUT_MS,
    input: z.object({}),
    output: Reconciliation,
    errors: [],
  },
} as const satisfies Record<string, Spec>
