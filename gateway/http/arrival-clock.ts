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
export function createArrivalClock(now: () => number = Date.now) {
  let tickedAt = now()
  let stall = { from: 0, until: 0 }
  const tick = () => {
    if (now() - tickedAt > STALL_MS) stall = { from: tickedAt, until: now() }
    tickedAt = now()
  }
  setInterval(tick, TICK_MS).unref()
  return (): number => (now() - stall.until < WAITED_MS ? stall.from : now())
}
