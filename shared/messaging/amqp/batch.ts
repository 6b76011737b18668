/**
 * Gathers what is added under one key within one turn of the event loop and hands it over in groups of at most `maxItems`.
 * A single item is not delayed: it is handed over at the end of the same turn.
 */
export function createBatcher<T>(maxItems: number, flush: (key: string, items: T[]) => void) {
  const waiting = new Map<string, T[]>()

  const flushAll = () => {
    const groups = [...waiting]
    waiting.clear()
    for (const [key, items] of groups) {
      for (let start = 0; start < items.length; start += maxItems) flush(key, items.slice(start, start + maxItems))
    }
  }

  return {
    add(key: string, item: T) {
      if (waiting.size === 0) setImmediate(flushAll)
      const items = waiting.get(key)
      if (items) items.push(item)
      else waiting.set(key, [item])
    },
  }
}
