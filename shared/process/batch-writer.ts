import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

export interface BatchWriterOptions {
  /** Items in one batch at most, unless a single `add` has more. */
  readonly maxBatch: number
  /** Least time from the start of one batch to the start of the next. */
  readonly intervalMs?: number
}

export interface BatchWriter<T> {
  /** Resolves when the items are written; rejects with the error of their batch. Items added together are written together. */
  add(items: readonly T[]): Promise<void>
  /** Items that wait for a batch. */
  readonly waiting: number
  /** Resolves when everything that was added is written, or has failed. */
  idle(): Promise<void>
}

interface Group<T> {
  readonly items: readonly T[]
  readonly inContext: <R>(work: () => R) => R
  resolve(): void
  reject(error: unknown): void
}

/**
 * Writes items in batches, one batch at a time and in the order in which they were added. What is added while a batch is written
 * goes into the next one, so that the cost of a write is shared. A batch belongs to the asynchronous context (and so to the
 * trace) of its first item.
 */
export function createBatchWriter<T>(
  write: (batch: readonly T[]) => Promise<unknown>,
  { maxBatch, intervalMs = 0 }: BatchWriterOptions,
): BatchWriter<T> {
  const groups: Group<T>[] = []
  let waiting = 0
  let running: Promise<void> | undefined

  const takeBatch = (): Group<T>[] => {
    let size = 0
    const end = groups.findIndex(({ items }) => {
      const isFull = size > 0 && size + items.length > maxBatch
      size += items.length
      return isFull
    })
    return groups.splice(0, end === -1 ? groups.length : end)
  }

  const run = async () => {
    // What is added within one turn of the event loop goes together.
    await nextTurn()
    for (let first = groups[0]; first; first = groups[0]) {
      const pause = intervalMs > 0 ? delay(intervalMs) : undefined
      const batch = takeBatch()
      const items = batch.flatMap((group) => group.items)
      waiting -= items.length
      try {
        await first.inContext(() => write(items))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await pause
    }
    running = undefined
  }

  return {
    add(items) {
      waiting += items.length
      return new Promise((resolve, reject) => {
        groups.push({ items, inContext: AsyncLocalStorage.snapshot(), resolve, reject })
        running ??= run()
      })
    },
    get waiting() {
      return waiting
    },
    idle: async () => running,
  }
}
