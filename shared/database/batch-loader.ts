import { setTimeout as delay } from 'node:timers/promises'
import DataLoader from 'dataloader'

/** The longest time in milliseconds that a batch waits for the one before it. */
const MAX_WAIT_MS = 50

/**
 * Loads values by key: keys that are asked for in one turn of the event loop, or while another batch is being read, are
 * read together. Nothing is cached, and a read begins after each of its keys was asked for, so a value is never older
 * than the request for it. `read` resolves to one value per key, or an Error that the load of this key alone is
 * rejected with, in the order of the keys, in which a key may occur more than once.
 */
export function createBatchLoader<K, V>(
  read: (keys: readonly K[]) => Promise<readonly (V | Error)[]>,
): (key: K) => Promise<V> {
  let underWay: Promise<void> | undefined

  const readBatch = (keys: readonly K[]) => {
    const reading = read(keys)
    const ended: Promise<void> = reading
      .then(() => undefined)
      .catch(() => undefined)
      .finally(() => {
        if (underWay === ended) underWay = undefined
      })
    underWay = ended
    return reading
  }

  const schedule = (dispatch: () => void) => {
    if (underWay) void Promise.race([underWay, delay(MAX_WAIT_MS, undefined, { ref: false })]).then(dispatch)
    else setImmediate(dispatch)
  }

  const loader = new DataLoader<K, V>(readBatch, { cache: false, batchScheduleFn: schedule })
  return (key) => loader.load(key)
}
