import { createConcurrencyLimit } from './concurrency-limit.ts'

/** A line that has stood for so long is no burst. */
const BURST_MS = 1_500
/** Nobody waits longer once the line stands. */
const MAX_WAIT_MS = 250
const LOOK_MS = 50

interface Waiting {
  readonly since: number
  settle(entry: Entry): void
}

/** `hurried`: admitted while others wait in line for so long that this is no burst. */
export type Entry = 'admitted' | 'hurried' | 'refused'

export interface Admission {
  /** Resolves to whether the call may be made; one that may must leave. */
  enter(): Promise<Entry>
  leave(tookMs: number): void
}

/**
 * Lets as many calls be under way as are answered quickly; the others wait in line. A burst is waited out. When the line does not
 * end, whoever has waited too long is refused, and whoever would, at once: what is accepted is answered in time (promise R11).
 */
export function createAdmission(now: () => number = Date.now): Admission {
  const limit = createConcurrencyLimit(now)
  const line: Waiting[] = []
  let underWay = 0
  /** Since when the line has not been empty. */
  let lineSince = now()
  let admittedAt = now()
  /** Average time from one admission out of the line to the next. */
  let paceMs = 0
  let looking: NodeJS.Timeout | undefined

  const stands = () => line.length > 0 && now() - lineSince > BURST_MS

  const admitWaiting = () => {
    while (line.length > 0 && underWay < limit.calls) {
      underWay++
      paceMs += (now() - admittedAt - paceMs) * 0.1
      admittedAt = now()
      const entry = stands() ? 'hurried' : 'admitted'
      line.shift()?.settle(entry)
    }
  }

  const refuseLate = () => {
    while (stands() && now() - (line[0]?.since ?? now()) > MAX_WAIT_MS) line.shift()?.settle('refused')
    if (line.length > 0) return
    clearInterval(looking)
    looking = undefined
  }

  const wait = () =>
    new Promise<Entry>((settle) => {
      if (line.length === 0) {
        lineSince = now()
        admittedAt = now()
      }
      line.push({ since: now(), settle })
      looking ??= setInterval(refuseLate, LOOK_MS)
    })

  /** If nobody has been admitted for long, it takes at least that long. */
  const expectedWaitMs = () => line.length * Math.max(paceMs, now() - admittedAt)

  return {
    async enter() {
      if (line.length === 0 && underWay < limit.calls) {
        underWay++
        return 'admitted'
      }
      if (stands() && expectedWaitMs() > MAX_WAIT_MS) return 'refused'
      return wait()
    },
    leave(tookMs) {
      limit.learn(tookMs, underWay >= limit.calls)
      underWay--
      refuseLate()
      admitWaiting()
    },
  }
}
