import { createConcurrencyLimit } from './concurrency-limit.ts'

/** So many calls at once are no overload, on a cold or slow system neither: none of them is refused. */
const NO_OVERLOAD = 64
/** Beyond that, no call waits longer in line. */
const MAX_WAIT_MS = 400
const LOOK_MS = 50

interface Waiting {
  readonly since: number
  settle(entry: Entry): void
}

/** `late`: admitted after others that were there before, in an overload. */
export type Entry = 'admitted' | 'late' | 'refused'

export interface Admission {
  /** Resolves to whether the call may be made; one that may must leave. */
  enter(): Promise<Entry>
  leave(tookMs: number): void
}

/**
 * Lets as many calls be under way as are answered quickly; the others wait in line. Whoever has waited too long is refused, and
 * whoever would, at once: what is accepted is answered in time (promise R11).
 */
export function createAdmission(now: () => number = Date.now): Admission {
  const limit = createConcurrencyLimit()
  const line: Waiting[] = []
  let underWay = 0
  let admittedAt = now()
  let looking: NodeJS.Timeout | undefined

  const isOverload = (calls: number) => calls > NO_OVERLOAD

  const admitWaiting = () => {
    while (line.length > 0 && underWay < limit.calls) {
      const entry = isOverload(underWay + line.length) ? 'late' : 'admitted'
      underWay++
      admittedAt = now()
      line.shift()?.settle(entry)
    }
  }

  const refuseLate = () => {
    const hasWaitedTooLong = ({ since }: Waiting) => now() - since > MAX_WAIT_MS
    while (line[0] && isOverload(underWay + line.length) && hasWaitedTooLong(line[0])) line.shift()?.settle('refused')
    if (line.length > 0) return
    clearInterval(looking)
    looking = undefined
  }

  const wait = () =>
    new Promise<Entry>((settle) => {
      if (line.length === 0) admittedAt = now()
      line.push({ since: now(), settle })
      looking ??= setInterval(refuseLate, LOOK_MS)
    })

  /** If nobody has been admitted for long, it takes at least that long. */
  const expectedWaitMs = () => (line.length === 0 ? 0 : Math.max(line.length * limit.paceMs, now() - admittedAt))

  return {
    async enter() {
      if (line.length === 0 && underWay < limit.calls) {
        underWay++
        return 'admitted'
      }
      return isOverload(underWay + line.length + 1) && expectedWaitMs() > MAX_WAIT_MS ? 'refused' : wait()
    },
    leave(tookMs) {
      limit.learn(tookMs, underWay >= limit.calls)
      underWay--
      refuseLate()
      admitWaiting()
    },
  }
}
