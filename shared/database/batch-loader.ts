import { setTimeout as delay } from 'node:timers/promises'
import DataLoader from 'dataloader'

/** The longest time in milliseconds that a batch waits for the one before it. */
const MAX_WAIT_MS = 50

/**
 * Loads values by key: keys that are asked for in one turn of the event loop, or while another batch is being read, are
 * read together. Nothing is cached, and a read begins after each of its keys was asked for, so a value is never older
 * than the request for it. `read` resolves to one value per key, or an Error that the load of this key alone is
 * rejected with, in the order of the keys, in which a key may occur more than once. With `intervalMs`, a read begins no
 * sooner than so long after the one before it, unless `many` keys wait.
 */
export function createBatchLoader<K, V>(
  read: (keys: readonly K[]) => Promise<readonly (V | Error)[]>,
  { intervalMs = 0, many = 128 } = {},
): (key: K) => Promise<V> {
  let underWay: Promise<void> | undefined
  let lastStart = Number.NEGATIVE_INFINITY
  let waiting = 0
  let endPause = () => {}

  const readBatch = (keys: readonly K[]) => {
    lastStart = performance.now()
    waiting -= keys.length
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

  const pause = (pauseMs: number, dispatch: () => void) => {
    endPause = () => {
      clearTimeout(timer)
      endPause = () => {}
      dispatch()
    }
    const timer = setTimeout(endPause, pauseMs)
  }

  const schedule = (dispatch: () => void) => {
    const pauseMs = lastStart + intervalMs - performance.now()
    if (pauseMs > 0) pause(pauseMs, dispatch)
    else if (underWay) void Promise.race([underWay, delay(MAX_WAIT_MS, undefined, { ref: false })]).then(dispatch)
    else setImmediate(dispatch)
  }

  const loader = new DataLoader<K, V>(readBatch, { cache: false, batchScheduleFn: schedule })
  return (key) => {
    waiting++
    const value = loader.load(key)
    if (waiting >= many) endPause()
    return value
  }
}
