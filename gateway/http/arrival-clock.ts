const TICK_MS = 500
/**
 * A timer that is later than this means that the process stood still (frozen, or swapped out). Deadlines leave 2 s for
 * less.
 */
const STALL_MS = 1_000
/** Requests that are read in this time after it may have waited. */
const WAITED_MS = 100

/**
 * Returns a function that estimates when a request that is read now arrived, in epoch milliseconds. After the process stood
 * still, the first requests may have waited for all of that time, so their deadlines count from its beginning
 * (docs/promises.md, R5).
 */
export function createArrivalClock() {
  // Measured by the monotonic clock: the system's clock may jump, which is not a stall.
  let tickedAt = performance.now()
  let stall = { lastedMs: 0, until: Number.NEGATIVE_INFINITY }
  const tick = () => {
    const now = performance.now()
    if (now - tickedAt > STALL_MS) stall = { lastedMs: now - tickedAt, until: now }
    tickedAt = now
  }
  setInterval(tick, TICK_MS).unref()
  return (): number => {
    const sinceMs = performance.now() - stall.until
    return sinceMs < WAITED_MS ? Date.now() - sinceMs - stall.lastedMs : Date.now()
  }
}
