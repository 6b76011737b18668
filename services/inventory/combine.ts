/**
 * One runner per key at a time: what arrives while it runs waits and goes together in the next run, at most `maxItems` of it.
 * So writers of one hot item share transactions instead of fighting over its row.
 */
export function createCombiner<K, T>(
  limits: { maxItems: number; maxRuns: number },
  run: (key: K, items: T[]) => Promise<void>,
) {
  const waiting = new Map<K, T[]>()
  const busy = new Set<K>()

  const runNext = async (key: K) => {
    const queue = waiting.get(key) ?? []
    const items = queue.splice(0, limits.maxItems)
    if (queue.length === 0) waiting.delete(key)
    busy.add(key)
    try {
      await run(key, items)
    } finally {
      busy.delete(key)
      startRuns()
    }
  }

  const startRuns = () => {
    for (const key of waiting.keys()) {
      if (busy.size >= limits.maxRuns) return
      if (!busy.has(key)) void runNext(key)
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
