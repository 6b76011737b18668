import type { Logger } from './process/log.ts'

/** Steps of a start usually take less than a second; one that takes longer is logged each time so much has passed. */
export const LONG_STEP_MS = 10_000

/** Carries out the steps of a start one by one, so that the log of a start that hangs says what it waits for. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>

export function createSteps(log: Logger): Step {
  return async (what, work) => {
    const begin = performance.now()
    const say = () => {
      const seconds = Math.round((performance.now() - begin) / 1_000)
      log.warn({ waitsFor: what, seconds }, 'The start waits')
    }
    const reminder = setInterval(say, LONG_STEP_MS)
    try {
      return await work()
    } finally {
      clearInterval(reminder)
    }
  }
}
