/** A difference of less is the clock being corrected by the usual small steps, and is followed at once. */
const STEP_MS = 1_000
/** A jump is followed once it has lasted for so long. */
const TRUSTED_AFTER_MS = 60_000
const LOOK_EVERY_MS = 1_000

interface SteadyClockOptions {
  readonly wall?: () => number
  readonly monotonic?: () => number
  /** A jump was seen, or is followed now. */
  readonly onJump?: (jump: { readonly ms: number; readonly isFollowed: boolean }) => void
}

/**
 * Returns the time in epoch milliseconds by the system's clock. While that has jumped, by a wrong time server for instance,
 * it continues by the monotonic clock for a minute: reservations and lots do not end, and nothing is stored in the future,
 * because the clock was wrong for a moment (docs/decisions/dates.md#91).
 */
export function createSteadyClock({
  wall = Date.now,
  monotonic = () => performance.now(),
  onJump = () => undefined,
}: SteadyClockOptions = {}): () => number {
  let offset = wall() - monotonic()
  let jump: { readonly offset: number; readonly since: number } | undefined
  const isStep = (from: number, to: number) => Math.abs(to - from) < STEP_MS
  return () => {
    const elapsed = monotonic()
    const found = wall() - elapsed
    if (isStep(offset, found)) {
      offset = found
      jump = undefined
    } else if (!jump || !isStep(jump.offset, found)) {
      jump = { offset: found, since: elapsed }
      onJump({ ms: found - offset, isFollowed: false })
    } else if (elapsed - jump.since >= TRUSTED_AFTER_MS) {
      onJump({ ms: found - offset, isFollowed: true })
      offset = found
      jump = undefined
    }
    return Math.floor(elapsed + offset)
  }
}

/** Processes keep steady time; what is called in tests and commands has the system's clock. */
let read = () => Date.now()

/** Now, for what is stored and what is compared with it. Durations in a process are measured by `performance.now()`. */
export const present = (): Date => new Date(read())
export const presentMs = (): number => read()

/** From now on `present` is steady in this process. */
export function keepSteadyTime(log: { warn(fields: object, message: string): void }): void {
  read = createSteadyClock({
    onJump: ({ ms, isFollowed }) =>
      log.warn(
        { jumpMs: Math.round(ms) },
        isFollowed
          ? 'The clock of this machine has kept its new time for a minute: it is followed'
          : 'The clock of this machine has jumped: its new time is followed if it lasts for a minute',
      ),
  })
  // A jump is seen when it happens, not when somebody asks for the time.
  setInterval(read, LOOK_EVERY_MS).unref()
}
