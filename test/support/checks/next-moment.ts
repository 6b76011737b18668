import { expect } from 'vitest'

/** A moment after everything that has been written, and before everything that is written from now on. */
export async function nextMoment(): Promise<string> {
  const next = Date.now() + 1
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThanOrEqual(next)
  return new Date(next).toISOString()
}
