const TICK_MS = 100
/** Shorter pauses are everyday. */
const STALL_MS = 250

/**
 * Tells when a request that is read now has arrived. After the process stood still, what is read first may have waited all that
 * time, and its deadline counts from then (promise R5).
 */
export function createArrivalClock(now: () => number = Date.now) {
  let tickedAt = now()
  let stall = { from: 0, until: 0 }
  const tick = () => {
    if (now() - tickedAt > STALL_MS) stall = { from: tickedAt, until: now() }
    tickedAt = now()
  }
  setInterval(tick, TICK_MS).unref()
  return (): number => (now() - stall.until < TICK_MS ? stall.from : now())
}
