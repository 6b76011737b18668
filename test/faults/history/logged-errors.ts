import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './finding.ts'

/** Everything that the processes logged as an error. No injected fault may cause one. */
export function loggedErrors(logFolder: string): Finding[] {
  const told = new Set<string>()
  for (const file of readdirSync(logFolder)) {
    for (const line of readFileSync(join(logFolder, file), 'utf8').split('\n')) {
      if (!/^\{"level":[56]0,/.test(line)) continue
      // A line of pino, with `err` if an error was logged.
      const { name, operation, msg, err } = JSON.parse(line) as Record<string, string> & { err?: { stack?: string } }
      told.add(`${name} ${operation ?? ''}: ${msg}: ${(err?.stack ?? '').slice(0, 900)}`)
    }
  }
  return [...told].map((what) => ({ promise: 'bug', what }))
}
