/** An answer that takes longer than this shows that a service has more than it can do. */
const SLOW_MS = 1_000
const START = 256
/** Never fewer: so many at once are no overload, only a slow machine. */
const MIN = 64
const MAX = 2_000

/**
 * How many calls may be under way: fewer while answers are slow (by a fifth, at most once in the time of a slow answer), one more
 * for each quick one. What waits then stays short, so that what is accepted is answered in time (promise R11).
 */
export function createConcurrencyLimit(now: () => number = Date.now) {
  let limit = START
  let underWay = 0
  let lastCutAt = Number.NEGATIVE_INFINITY

  return {
    /** Whether one more may begin; each that does must end. */
    begin(): boolean {
      if (underWay >= limit) return false
      underWay++
      return true
    },
    end(tookMs: number): void {
      underWay--
      if (tookMs <= SLOW_MS) limit = Math.min(MAX, limit + 1)
      else if (now() - lastCutAt >= SLOW_MS) {
        limit = Math.max(MIN, Math.floor(limit * 0.8))
        lastCutAt = now()
      }
    },
  }
}
