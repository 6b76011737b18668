import { expect } from 'vitest'

/** Counts what a person does: each click, scan or field that is filled in is one step. */
export function countSteps() {
  let steps = 0
  return {
    async step(act: () => Promise<unknown>): Promise<void> {
      steps++
      await act()
    },
    expectAtMost: (most: number) => expect(steps).toBeLessThanOrEqual(most),
  }
}
