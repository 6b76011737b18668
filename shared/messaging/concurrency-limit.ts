/** Answers that take longer than this on average show that a service has more than it can do. */
const SLOW_MS = 400
const START = 32
/** Never fewer: so many at once are no overload, only a slow machine. */
const MIN = 8
const MAX = 2_000
/** How much the newest answer counts in the average. */
const WEIGHT = 0.1
/** A long freeze counts as no more than this, so that it is soon forgotten. */
const LONGEST_MS = 2_000

/** How many calls may be under way: a fifth fewer while answers are slow, one more for each round of quick ones that used it up. */
export function createConcurrencyLimit(now: () => number = Date.now) {
  let limit = START
  let average = 0
  let lastCutAt = Number.NEGATIVE_INFINITY

  return {
    get calls(): number {
      return Math.floor(limit)
    },
    /** Learns from an answer; `wasFull`: as many calls were under way as were allowed. */
    learn(tookMs: number, wasFull: boolean): void {
      average += (Math.min(tookMs, LONGEST_MS) - average) * WEIGHT
      if (average <= SLOW_MS) {
        if (wasFull) limit = Math.min(MAX, limit + 1 / limit)
      } else if (now() - lastCutAt >= SLOW_MS) {
        limit = Math.max(MIN, limit * 0.8)
        lastCutAt = now()
      }
    },
  }
}
