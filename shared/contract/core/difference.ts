import { z } from 'zod'

/** Two records of one fact that disagree: what it is about, and its value by each of them. */
export const Difference = z.object({ what: z.string(), expected: z.string(), found: z.string() })
export type Difference = z.output<typeof Difference>

/** Longest time of a check of everything: RabbitMQ closes a consumer that has not acknowledged a message for 30 minutes. */
export const CHECK_TIMEOUT_MS = 25 * 60_000
