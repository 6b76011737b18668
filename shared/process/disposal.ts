import type { Logger } from './log.ts'

/** Disposes of what it owns in reverse order of creation, of all of it even if some disposals fail. */
export function createOwner(): AsyncDisposable & {
  own<T extends AsyncDisposable>(thing: T): T
  defer(dispose: () => Promise<unknown>): void
} {
  const owned: (() => Promise<unknown>)[] = []
  return {
    own(thing) {
      owned.push(async () => thing[Symbol.asyncDispose]())
      return thing
    },
    defer(dispose) {
      owned.push(dispose)
    },
    async [Symbol.asyncDispose]() {
      const failures: unknown[] = []
      for (const dispose of owned.splice(0).reverse()) {
        await dispose().catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Steps of a start usually take less than a second; one that takes longer is logged each time so much has passed. */
export const LONG_STEP_MS = 10_000

/** Carries out the steps of a start one by one, so that the log of a start that hangs says what it waits for. */
type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>

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
