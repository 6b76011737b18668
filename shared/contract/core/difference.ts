import { z } from 'zod'

/** Two records of one fact that disagree: what it is about, and its value by each of them. */
export const Difference = z.object({ what: z.string(), expected: z.string(), found: z.string() })
export type Difference = z.output<typeof Difference>
