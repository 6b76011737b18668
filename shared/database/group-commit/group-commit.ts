/** Limits of a group commit. */
export interface Limits {
  /** Keys of the commands in a run, each counted once for each command; a command with more keys runs alone. */
  readonly maxKeys: number
  /** Runs at once. */
  readonly maxRuns: number
  /** Commands that must wait before a run begins beside others: a transaction for a few costs nearly as much as one for many. */
  readonly minBeside: number
}

/** So long after the last start of a run, another begins beside it for fewer commands: the one under way may be held up. */
const MAX_WAIT_MS = 200

interface Keyed<K> {
  readonly keys: readonly K[]
  /** Whether it shares a run with no other command. */
  readonly isAlone?: boolean
}

/**
 * Group commit: commands that arrive while a run is under way wait and share the next run. Another run begins beside it when
 * `minBeside` commands wait. A run takes no more than its
 * share of all the work, so that runs are of one size: a long one beside many short ones would leave most transactions to few commands.
 * No key is in two runs at once, and commands that share a key run in the sequence of their arrival.
 *
 * @param run settles the commands it gets, in groups that share no key, and does not reject
 */
export function createGroupCommit<K, T extends Keyed<K>>(
  { maxKeys, maxRuns, minBeside }: Limits,
  run: (groups: readonly (readonly T[])[]) => Promise<void>,
) {
  let waiting: T[] = []
  const busy = new Set<K>()
  let runs = 0
  let running = 0
  let impatient: NodeJS.Timeout | undefined

  /** The first commands whose keys are free. A command that waits keeps back those after it that share one of its keys. */
  const takeNext = () => {
    const taken: T[] = []
    const left: T[] = []
    const blocked = new Set(busy)
    const own = new Set<K>()
    let room = maxKeys
    let share = Math.ceil((countKeys(waiting) + running) / maxRuns)
    for (const command of waiting) {
      const { keys } = command
      const isFree = keys.every((key) => !blocked.has(key))
      const size = command.isAlone ? Number.POSITIVE_INFINITY : keys.length
      const fits = taken.length === 0 || size <= room
      // No other run could take a command that shares a key with this one; one without keys is no work to share.
      const isOwn = share > 0 || keys.length === 0 || keys.some((key) => own.has(key))
      if (isFree && fits && isOwn) {
        taken.push(command)
        room -= size
        share -= keys.length
        for (const key of keys) own.add(key)
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
    running += keys.length
    for (const key of keys) busy.add(key)
    try {
      await run(groupBySharedKeys(commands))
    } finally {
      runs--
      running -= keys.length
      for (const key of keys) busy.delete(key)
      startRuns()
    }
  }

  const startRuns = (min = minBeside) => {
    while (runs < maxRuns && waiting.length > 0 && (runs === 0 || waiting.length >= min)) {
      const commands = takeNext()
      if (commands.length === 0) break
      void startRun(commands)
    }
    clearTimeout(impatient)
    if (waiting.length > 0 && runs < maxRuns) impatient = setTimeout(startRuns, MAX_WAIT_MS, 0)
  }

  return {
    add(...commands: readonly T[]) {
      waiting.push(...commands)
      startRuns()
    },
  }
}

const countKeys = (commands: readonly Keyed<unknown>[]) => commands.reduce((count, { keys }) => count + keys.length, 0)

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
