/** How long answers may take on average: so many calls are under way that they take that long, if there are as many. */
const TARGET_MS = 350
const START = 16
/** What answers are thought to take before any is known: little, so that those who come first may wait for them. */
const FIRST_AVERAGE_MS = 100
/** Never fewer: so many at once are no overload, only a slow machine. */
const MIN = 8
const MAX = 2_000
/** How much the newest answer counts in the average. */
const WEIGHT = 0.1
/** A long freeze counts as no more than this, so that it is soon forgotten. */
const LONGEST_MS = 2_000

/**
 * How many calls may be under way. By Little's law as many as are answered within the target: each answer moves the limit so that
 * a round of answers halves it at most while they are slow, and doubles it at most while they are quick and it is used up.
 */
export function createConcurrencyLimit() {
  let limit = START
  let average = FIRST_AVERAGE_MS

  return {
    get calls(): number {
      return Math.floor(limit)
    },
    /** Average time from one answer to the next while that many are under way. */
    get paceMs(): number {
      return average / limit
    },
    /** Learns from an answer; `wasFull`: as many calls were under way as were allowed. */
    learn(tookMs: number, wasFull: boolean): void {
      average += (Math.min(tookMs, LONGEST_MS) - average) * WEIGHT
      const step = Math.max(-0.5, Math.min(1, TARGET_MS / Math.max(average, 1) - 1))
      if (step < 0 || wasFull) limit = Math.max(MIN, Math.min(MAX, limit + step))
    },
  }
}
