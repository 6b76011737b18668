import { MAX_MESSAGE_BYTES } from '../broker.ts'

/**
 * Gathers what is added under one key within one turn of the event loop and hands it over in groups of at most `maxItems`,
 * whose bodies are one message. A single item is not delayed: it is handed over at the end of the same turn.
 */
export function createBatcher<T extends { readonly body: Buffer }>(
  maxItems: number,
  flush: (key: string, items: T[]) => void,
) {
  const waiting = new Map<string, T[]>()

  const flushAll = () => {
    const groups = [...waiting]
    waiting.clear()
    for (const [key, items] of groups) {
      for (const group of toGroups(items, maxItems)) flush(key, group)
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

function* toGroups<T extends { readonly body: Buffer }>(items: readonly T[], maxItems: number): Generator<T[]> {
  let group: T[] = []
  let bytes = 0
  for (const item of items) {
    if (group.length === maxItems || (group.length > 0 && bytes + item.body.length > MAX_MESSAGE_BYTES)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(item)
    bytes += item.body.length
  }
  yield group
}
