/** Limits of a group commit. */
interface Limits {
  /** Keys of the commands in a run, each counted once for each command; a command with more keys runs alone. */
  readonly maxKeys: number
  /** Runs at once. */
  readonly maxRuns: number
}

interface Keyed<K> {
  readonly keys: readonly K[]
}

/**
 * Group commit: commands that arrive while `maxRuns` runs are under way wait and share the next run. No key is in two runs at once,
 * and commands that share a key run in the sequence of their arrival.
 *
 * @param run settles the commands it gets, in groups that share no key, and does not reject
 */
export function createGroupCommit<K, T extends Keyed<K>>(
  { maxKeys, maxRuns }: Limits,
  run: (groups: readonly (readonly T[])[]) => Promise<void>,
) {
  let waiting: T[] = []
  const busy = new Set<K>()
  let runs = 0

  /** The first commands whose keys are free. A command that waits keeps back those after it that share one of its keys. */
  const takeNext = () => {
    const taken: T[] = []
    const left: T[] = []
    const blocked = new Set(busy)
    let room = maxKeys
    for (const command of waiting) {
      const { keys } = command
      const hasRoom = keys.length <= room || taken.length === 0
      if (room > 0 && hasRoom && keys.every((key) => !blocked.has(key))) {
        taken.push(command)
        room -= keys.length
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
    while (runs < maxRuns && waiting.length > 0) {
      const commands = takeNext()
      if (commands.length === 0) return
      void startRun(commands)
    }
  }

  return {
    add(command: T) {
      waiting.push(command)
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
