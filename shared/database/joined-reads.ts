import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/** A read that takes longer than this does not keep the next one waiting. */
const PATIENCE_MS = 50

/**
 * Reads that are asked for in one turn, or while another one is under way, share one query. It starts after each of them was
 * asked for, so none sees less than a query of its own would.
 */
export function joinReads<K, V>(read: (keys: readonly K[]) => Promise<V>): (key: K) => Promise<V> {
  let underWay: Promise<unknown> | undefined
  let next: { readonly keys: Set<K>; readonly found: Promise<V> } | undefined

  const readNext = async (keys: ReadonlySet<K>): Promise<V> => {
    await (underWay ? Promise.race([underWay, delay(PATIENCE_MS, undefined, { ref: false })]) : nextTurn())
    next = undefined
    const reading = read([...keys])
    const ended: Promise<void> = reading
      .then(() => undefined)
      .catch(() => undefined)
      .finally(() => {
        if (underWay === ended) underWay = undefined
      })
    underWay = ended
    return reading
  }

  return (key) => {
    if (!next) {
      const keys = new Set<K>()
      next = { keys, found: readNext(keys) }
    }
    next.keys.add(key)
    return next.found
  }
}
