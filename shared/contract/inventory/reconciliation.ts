import { z } from 'zod'
import type { Spec } from '../core/operation.ts'

const Difference = z.object({ what: z.string(), expected: z.string(), found: z.string() })
const Reconciliation = z.object({
  lots: z.int(),
  levels: z.int(),
  transactions: z.int(),
  differences: z.array(Difference),
})

/** The check that lots, levels and ledger agree (docs/promises.md#R1). */
export const reconciliation = {
  reconcile: {
    summary: 'Check that lots, levels and ledger agree',
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
