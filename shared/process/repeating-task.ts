import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './log.ts'

export interface RepeatingTaskOptions {
  /** Milliseconds from the end of one run to the start of the next, and before the first. */
  readonly intervalMs: number
  readonly log: Logger
  /** Message of the warning that is logged, with the error, for each run that rejects. */
  readonly failure: string
}

export interface RepeatingTask extends AsyncDisposable {
  /** Ends the present pause, or the next one if a run is under way. */
  wake(): void
}

/**
 * Runs `run` every `intervalMs` until disposed of. A run that resolves to true has more work: the next one starts at once. A run
 * that resolves to a number sets the milliseconds until the next one. A run that rejects is logged, and the next one starts after
 * the interval. Disposal aborts `signal` and waits for the current run.
 */
export function createRepeatingTask(
  run: (signal: AbortSignal) => Promise<unknown>,
  { intervalMs, log, failure }: RepeatingTaskOptions,
): RepeatingTask {
  const stopping = new AbortController()
  const { signal } = stopping
  let pause = new AbortController()
  const runOnce = async () => {
    try {
      const result = await run(signal)
      if (result === true) return 0
      return typeof result === 'number' ? result : intervalMs
    } catch (error) {
      log.warn({ err: error }, failure)
      return intervalMs
    }
  }
  const repeat = async () => {
    for (let pauseMs = intervalMs; ; pauseMs = await runOnce()) {
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: pause.signal }).catch(() => undefined)
      if (signal.aborted) return
      pause = new AbortController()
    }
  }
  const repeating = repeat()
  return {
    wake: () => pause.abort(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      pause.abort()
      await repeating
    },
  }
}
