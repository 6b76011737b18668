import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

export interface BatchWriterOptions {
  /** Most items of one batch, unless a single `add` has more. */
  readonly maxBatch: number
  /** Least number of milliseconds from the start of one batch to the start of the next; 0 by default. */
  readonly intervalMs?: number
}

export interface BatchWriter<T> {
  /** Resolves when the items, which share a batch, are written; rejects with the error of their batch. */
  add(items: readonly T[]): Promise<void>
  /** Items that wait for a batch. */
  readonly waiting: number
  /** Resolves when every item added until now is written or has failed; later batches do not wait for the interval. */
  idle(): Promise<void>
}

/**
 * Writes items in batches, one batch at a time, in the order in which they were added. Items that are added in one turn of
 * the event loop, or while a batch is being written, share the next batch, so the cost of an item falls as the load grows.
 * `write` runs in the asynchronous context (and so in the trace) of the first item of its batch.
 */
export function createBatchWriter<T>(
  write: (batch: readonly T[]) => Promise<unknown>,
  { maxBatch, intervalMs = 0 }: BatchWriterOptions,
): BatchWriter<T> {
  let open: { readonly items: T[]; readonly written: Promise<void> } | undefined
  let last: Promise<void> = Promise.resolve()
  let lastStart = Number.NEGATIVE_INFINITY
  let waiting = 0
  const hurry = new AbortController()

  const pause = (pauseMs: number) => delay(pauseMs, undefined, { signal: hurry.signal }).catch(() => undefined)

  const writeAfter = async (previous: Promise<void>, items: T[]): Promise<void> => {
    await previous
    const pauseMs = lastStart + intervalMs - performance.now()
    await (pauseMs > 0 && !hurry.signal.aborted ? pause(pauseMs) : nextTurn())
    if (open?.items === items) open = undefined
    waiting -= items.length
    lastStart = performance.now()
    await write(items)
  }

  return {
    add(added) {
      if (!open || open.items.length + added.length > maxBatch) {
        const items: T[] = []
        const written = writeAfter(last, items)
        last = written.catch(() => undefined)
        open = { items, written }
      }
      open.items.push(...added)
      waiting += added.length
      return open.written
    },
    get waiting() {
      return waiting
    },
    idle() {
      hurry.abort()
      return last
    },
  }
}
