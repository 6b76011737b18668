import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { resultsOf } from '../support/closing-line.ts'

/** Writes last-run.md: which commit the compose file was last run with, and how that ended. */
export default class LastRun implements Reporter {
  private head = ''

  onTestRunStart(): void {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
    const changes = git('status', '--porcelain') === '' ? '' : ' with uncommitted changes'
    this.head = git('rev-parse', 'HEAD') + changes
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const lines = [
      '# The last `npm run compose-check`',
      `head: ${this.head}`,
      `date: ${new Date().toISOString()}`,
      `results: ${resultsOf(modules, unhandledErrors)}`,
    ]
    writeFileSync('test/compose/last-run.md', `${lines.join('\n\n')}\n`)
  }
}
