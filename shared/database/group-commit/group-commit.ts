/** Runs at once: a second one only while the first is held up, as by a lock. */
const MAX_RUNS = 2
/** A run that has begun so long ago, in milliseconds, is held up. */
const HELD_UP_MS = 500

interface Keyed<K> {
  readonly keys: readonly K[]
  /** Whether it shares a run with no other command. */
  readonly isAlone?: boolean
}

/**
 * Group commit: commands that arrive while a run is under way wait and share the next run. One run at a time, because a
 * transaction for a few commands costs nearly as much as one for many; while it is held up, another begins beside it.
 * No key is in two runs at once, and commands that share a key run in the sequence of their arrival.
 *
 * @param maxKeys keys of the commands in a run, each counted once for each command; a command with more keys runs alone
 * @param run settles the commands it gets, in groups that share no key, and does not reject
 */
export function createGroupCommit<K, T extends Keyed<K>>(
  maxKeys: number,
  run: (groups: readonly (readonly T[])[]) => Promise<void>,
) {
  let waiting: T[] = []
  const busy = new Set<K>()
  let runs = 0
  let begunAt = 0
  let timer: NodeJS.Timeout | undefined

  /** The first commands whose keys are free. A command that waits keeps back those after it that share one of its keys. */
  const takeNext = () => {
    const taken: T[] = []
    const left: T[] = []
    const blocked = new Set(busy)
    let room = maxKeys
    for (const command of waiting) {
      const { keys } = command
      const size = command.isAlone ? Number.POSITIVE_INFINITY : keys.length
      const fits = taken.length === 0 || size <= room
      if (fits && keys.every((key) => !blocked.has(key))) {
        taken.push(command)
        room -= size
      } else {
        left.push(command)
        for (const key of keys) blocked.add(key)
      }
    }
    waiting = left
    return taken
  }

  const startRun = async (commands: readonly T[]) => {
    const keys = commands.flatMap((command) => command.keys)
    runs++
    begunAt = performance.now()
    for (const key of keys) busy.add(key)
    try {
      await run(groupBySharedKeys(commands))
    } finally {
      runs--
      for (const key of keys) busy.delete(key)
      startRuns()
    }
  }

  const startRuns = () => {
    clearTimeout(timer)
    while (waiting.length > 0 && runs < MAX_RUNS) {
      const pauseMs = runs === 0 ? 0 : begunAt + HELD_UP_MS - performance.now()
      if (pauseMs > 0) {
        timer = setTimeout(startRuns, pauseMs)
        return
      }
      const commands = takeNext()
      if (commands.length === 0) return
      void startRun(commands)
    }
  }

  return {
    add(...commands: readonly T[]) {
      waiting.push(...commands)
      startRuns()
    },
  }
}

/** Splits commands into groups that have no key in common; those that share a key stay in the sequence given. */
export function groupBySharedKeys<K, T extends Keyed<K>>(commands: readonly T[]): T[][] {
  const groupOf = new Map<K, T[]>()
  const groups = new Set<T[]>()
  for (const command of commands) {
    const shared = new Set(command.keys.map((key) => groupOf.get(key)).filter((group) => group !== undefined))
    const [first = [], ...others] = shared
    groups.add(first)
    for (const other of others) {
      first.push(...other)
      groups.delete(other)
    }
    first.push(command)
    const joined = [command, ...others.flat()]
    for (const key of joined.flatMap(({ keys }) => keys)) groupOf.set(key, first)
  }
  return [...groups]
}
