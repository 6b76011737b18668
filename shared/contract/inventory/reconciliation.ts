import { z } from 'zod'
import type { Spec } from '../core/operation.ts'

const Difference = z.object({ what: z.string(), expected: z.string(), found: z.string() })
const Reconciliation = z.object({
  lots: z.int(),
  levels: z.int(),
  transactions: z.int(),
  differences: z.array(Difference),
})

/** The proof that lots, levels and ledger tell the same (promise R1). */
export const books = {
  reconcile: {
    summary: 'Prove lots = levels = ledger',
    command: 'reconcile',
    faults: 'differences',
    access: 'operator',
    effect: 'read',
    timeoutMs: 600_000,
    input: z.object({}),
    output: Reconciliation,
    errors: [],
  },
} as const satisfies Record<string, Spec>
