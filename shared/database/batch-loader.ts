import { setTimeout as delay } from 'node:timers/promises'
import DataLoader from 'dataloader'

/** The longest time in milliseconds that a batch waits for the one before it. */
const MAX_WAIT_MS = 50

/**
 * Loads values by key: keys that are asked for in one turn of the event loop, or while another batch is being read, are read
 * together. Nothing is cached, and a read begins after each of its keys was asked for, so a value is never older than the request
 * for it. `read` resolves to one value per key, in the order of the keys, in which a key may occur more than once. What nobody waits for
 * can be gathered for some milliseconds more, unless many keys have come.
 */
export function createBatchLoader<K, V>(
  read: (keys: readonly K[]) => Promise<readonly V[]>,
  { gatherMs = 0, many = 128 } = {},
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
    if (gatherMs > 0) gather(dispatch)
    else if (underWay) void Promise.race([underWay, delay(MAX_WAIT_MS, undefined, { ref: false })]).then(dispatch)
    else setImmediate(dispatch)
  }

  let gathered = 0
  let endGathering = () => {}
  const gather = (dispatch: () => void) => {
    endGathering = () => {
      clearTimeout(timer)
      gathered = 0
      dispatch()
    }
    const timer = setTimeout(endGathering, gatherMs)
  }

  const loader = new DataLoader<K, V>(readBatch, { cache: false, batchScheduleFn: schedule })
  return (key) => {
    const value = loader.load(key)
    if (gatherMs > 0 && ++gathered >= many) endGathering()
    return value
  }
}
