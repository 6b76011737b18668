import { z } from 'zod'
import { serviceRead } from './access.ts'
import { requiredText } from './fields.ts'
import type { Spec } from './operation.ts'

/**
 * Outcome of a write, as the service that did it stores it. `answer` is the result as JSON text; null while it
 * runs.
 */
export const OutcomeRecord = z.object({
  operation: z.string(),
  state: z.enum(['running', 'applied', 'refused']),
  answer: z.string().nullish(),
})
export type OutcomeRecord = z.output<typeof OutcomeRecord>

/**
 * The operation by which inventory asks another service for the outcome of a write. `GET /Operations/{key}` searches
 * all services.
 */
export const findOutcome = <const S extends string>(summary: S) =>
  ({
    summary,
    ...serviceRead,
    input: z.object({ owner: requiredText(255), operationId: requiredText(255) }),
    output: OutcomeRecord.nullable(),
  }) as const satisfies Spec

/** Without the seed of a secret in the recorded result: the secret is shown once. */
export function withoutSeed(record: OutcomeRecord | undefined): OutcomeRecord | null {
  if (!record?.answer) return record ?? null
  const { seed: _, ...result } = Object(JSON.parse(record.answer))
  return { ...record, answer: JSON.stringify(result) }
}
