/** Calls in flight before anything has been measured. */
const START = 16
const MIN = 4
const MAX = 2_000
/** Target of the average service time: a multiple of the least seen, and a buffer in which waiting calls can share work. */
const TOLERANCE = 3
const BUFFER_MS = 200
/** A response may take a second (docs/promises.md#R11), and one call in a hundred takes 2.5 times the average. */
const MAX_TARGET_MS = 400
/** Weight of the newest service time in the average. */
const WEIGHT = 0.1
/** The minimum doubles in this time unless it is seen again, so that it follows a machine that becomes slower. */
const DOUBLING_MS = 30_000
/** Service times are cut to this range, so that one freeze does not outweigh everything, and the minimum is never 0. */
const MIN_SAMPLE_MS = 1
const MAX_SAMPLE_MS = 2_000

/**
 * A gradient controller, as in Envoy's adaptive concurrency filter and Netflix's concurrency-limits: in one round of calls
 * the limit is multiplied by target / average service time, but at least by 0.5, and raised by its square root at most.
 * Here it moves by a step with each call. See docs/overload.md.
 */
export function createGradientLimit(now: () => number = () => performance.now()) {
  let limit = START
  let averageMs: number | undefined
  let minimumMs = Number.POSITIVE_INFINITY
  let learnedAt = now()

  const measure = (serviceMs: number): number => {
    const sampleMs = Math.max(MIN_SAMPLE_MS, Math.min(serviceMs, MAX_SAMPLE_MS))
    averageMs = averageMs === undefined ? sampleMs : averageMs + (sampleMs - averageMs) * WEIGHT
    minimumMs = Math.min(minimumMs * 2 ** ((now() - learnedAt) / DOUBLING_MS), averageMs)
    learnedAt = now()
    return averageMs
  }

  return {
    /** Calls that may be in flight. */
    get calls(): number {
      return Math.floor(limit)
    },
    get averageMs(): number {
      return averageMs ?? 0
    },
    /** Calls that are answered in this time at the present pace (Little's law); 0 if none was answered for so long. */
    answeredIn(ms: number): number {
      return averageMs === undefined || now() - learnedAt > ms ? 0 : (limit * ms) / averageMs
    },
    /**
     * Adapts the limit to a call that has ended.
     *
     * @param wasFull whether the limit was used up; if not, it is not raised
     */
    learn(serviceMs: number, wasFull: boolean): void {
      const average = measure(serviceMs)
      const targetMs = Math.min(BUFFER_MS + TOLERANCE * minimumMs, MAX_TARGET_MS)
      const step = Math.max(-0.5, Math.min(targetMs / average - 1, 1 / Math.sqrt(limit)))
      if (step < 0 || wasFull) limit = Math.max(MIN, Math.min(MAX, limit + step))
    },
  }
}

export type GradientLimit = ReturnType<typeof createGradientLimit>
