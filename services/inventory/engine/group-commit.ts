/**
 * Gathers work by key into runs, at most `maxItems` of it in each, with no key in two runs at once. While `maxRuns` are under way
 * what arrives waits and goes together in the next: so writers share transactions, the more of them the more there is to do.
 */
export function createGroupCommit<K, T>(
  limits: { maxItems: number; maxRuns: number },
  run: (groups: ReadonlyMap<K, readonly T[]>) => Promise<void>,
) {
  const waiting = new Map<K, T[]>()
  const busy = new Set<K>()
  let runs = 0

  /** First come, first served, but for keys that are busy. */
  const takeNext = () => {
    const groups = new Map<K, readonly T[]>()
    let room = limits.maxItems
    for (const [key, queue] of waiting) {
      if (room === 0) break
      if (busy.has(key)) continue
      const items = queue.splice(0, room)
      if (queue.length === 0) waiting.delete(key)
      room -= items.length
      groups.set(key, items)
    }
    return groups
  }

  const startRun = async (groups: ReadonlyMap<K, readonly T[]>) => {
    runs++
    for (const key of groups.keys()) busy.add(key)
    try {
      await run(groups)
    } finally {
      runs--
      for (const key of groups.keys()) busy.delete(key)
      startRuns()
    }
  }

  const startRuns = () => {
    while (runs < limits.maxRuns) {
      const groups = takeNext()
      if (groups.size === 0) return
      void startRun(groups)
    }
  }

  return {
    /** `run` settles the item; it must not reject. */
    add(key: K, item: T) {
      const queue = waiting.get(key)
      if (queue) queue.push(item)
      else waiting.set(key, [item])
      startRuns()
    },
  }
}
