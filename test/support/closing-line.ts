import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'

/** What `npm test` leaves out, and how to run it. */
const LEFT_OUT =
  'Left out: the tests of a release (npm run test:release), of the benchmark (npm run bench) and of the fault runs (npm run faults)'

/** Prints the numbers of passed and failed tests as the last line of the output, and what `npm test` has left out. */
export default class ClosingLine implements Reporter {
  private isDaily = false

  onInit({ projects }: Vitest): void {
    const names = projects.map(({ name }) => name)
    this.isDaily = names.includes('beside') && !names.includes('release')
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const line = resultsOf(modules, unhandledErrors) + (this.isDaily ? `. ${LEFT_OUT}.` : '')
    // The other reporters print their summary in the same event; 'exit' comes later.
    process.once('exit', () => console.log(`\n${line}`))
  }
}

/** The numbers of passed, failed and skipped tests; a file that could not be run counts as failed. */
export function resultsOf(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): string {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
  const brokenSuites = suites.filter((suite) => suite.errors().length > 0)
  const failed = count('failed') + count('pending') + brokenSuites.length + unhandledErrors.length
  const skipped = count('skipped')
  return `${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
