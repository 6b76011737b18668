import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './log.ts'

export interface RepeatingTaskOptions {
  /** Milliseconds from the end of one run to the start of the next, and before the first. */
  readonly intervalMs: number
  readonly log: Logger
  /** Message of the warning that is logged, with the error, for each run that rejects. */
  readonly failure: string
}

/**
 * Runs `run` every `intervalMs` until disposed of. A run that resolves to true has more work: the next one starts at once. A run
 * that rejects is logged, and the next one starts after the interval. Disposal aborts `signal` and waits for the current run.
 */
export function createRepeatingTask(
  run: (signal: AbortSignal) => Promise<unknown>,
  { intervalMs, log, failure }: RepeatingTaskOptions,
): AsyncDisposable {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async () => {
    let hasMore = false
    for (;;) {
      if (!hasMore) await delay(intervalMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        hasMore = (await run(signal)) === true
      } catch (error) {
        hasMore = false
        log.warn({ err: error }, failure)
      }
    }
  }
  const repeating = repeat()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await repeating
    },
  }
}
