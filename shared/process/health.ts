/** Resolves to a sentence about what is wrong, or to undefined. */
export type Check = () => string | undefined | Promise<string | undefined>

export interface Fault {
  readonly name: string
  readonly reason: string
}

/** The response of `/readyz`. */
export interface HealthReport {
  readonly ready: boolean
  readonly notReady: readonly Fault[]
  /** Faults with which the process continues to work. */
  readonly degraded: readonly Fault[]
  /** Moment (ISO 8601) of the first of the reports that have these faults, or none, without a break. */
  readonly since: string
}

/** Readiness of a process: ready means started, not stopping, and every required check passes. */
export interface Health {
  /** Without this the process is not ready. */
  require(name: string, check: Check): void
  /** Without this the process is degraded but ready. */
  watch(name: string, check: Check): void
  /** Sets the phase; the process is ready in the phase `started` only. */
  enter(phase: 'started' | 'stopping'): void
  report(): Promise<HealthReport>
}

const CHECK_TIMEOUT_MS = 1_500

export function createHealth(): Health {
  const required = new Map<string, Check>()
  const watched = new Map<string, Check>()
  let phase: Fault | undefined = { name: 'process', reason: 'It is starting.' }
  let last = { names: '', since: '' }

  return {
    require: (name, check) => void required.set(name, check),
    watch: (name, check) => void watched.set(name, check),
    enter(next) {
      phase = next === 'stopping' ? { name: 'process', reason: 'It is draining.' } : undefined
    },
    async report() {
      const [faults, degraded] = await Promise.all([faultsOf(required), faultsOf(watched)])
      const notReady = phase ? [phase, ...faults] : faults
      const names = JSON.stringify([notReady, degraded].map((faults) => faults.map(({ name }) => name)))
      if (names !== last.names) last = { names, since: new Date().toISOString() }
      return { ready: notReady.length === 0, notReady, degraded, since: last.since }
    },
  }
}

async function faultsOf(checks: ReadonlyMap<string, Check>): Promise<Fault[]> {
  const faults = await Promise.all(
    [...checks].map(async ([name, check]) => {
      const reason = await inTime(check).catch(() => 'It cannot be asked.')
      return reason === undefined ? [] : [{ name, reason }]
    }),
  )
  return faults.flat()
}

/** Limits a check, so that a probe is answered while a dependency is frozen. */
async function inTime(check: Check): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('It does not answer in time.'), CHECK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([check(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
