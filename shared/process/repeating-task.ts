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
 * Runs `run` every `intervalMs` until disposed of. A run that resolves to true has more work: the next one starts at once. A
 * run that resolves to a number sets the milliseconds until the next one. A run that rejects is logged, and the next one
 * starts after the interval. Disposal aborts `signal` and waits for the current run.
 */
export function createRepeatingTask(
  run: (signal: AbortSignal) => Promise<unknown>,
  { intervalMs, log, failure }: RepeatingTaskOptions,
): RepeatingTask {
  const stopping = new AbortController()
  const { signal } = stopping
  let isWoken = false
  let endPause = () => {}
  const wake = () => {
    isWoken = true
    endPause()
  }
  const pause = (pauseMs: number) =>
    new Promise<void>((resolve) => {
      if (isWoken || pauseMs <= 0) return resolve()
      const timer = setTimeout(resolve, pauseMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
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
      await pause(pauseMs)
      if (signal.aborted) return
      isWoken = false
    }
  }
  const repeating = repeat()
  return {
    wake,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      wake()
      await repeating
    },
  }
}
