import { groupBy } from '../../../shared/process/group-by.ts'
import type { Fault } from '../components/components.ts'
import type { Finding } from './finding.ts'
import { type Attempt, type Intent, isSuccess, isUnknown } from './history.ts'

const SHOWN = 12

/** The result of a run under faults. */
export interface FaultReport {
  readonly seed: number
  readonly seconds: number
  readonly intents: readonly Intent[]
  readonly faults: readonly Fault[]
  readonly findings: readonly Finding[]
  readonly recoveryMs: number | undefined
  /** The longest pause of the harness itself; answers can seem slower by as much. */
  readonly stallMs: number
  readonly transactions: number
  /** Responses of `GET /Operations/{key}`, and reads of the witness, that were compared. */
  readonly outcomes: number
  readonly reads: number
}

/** The report as text. */
export function describeReport(report: FaultReport): string {
  const { seed, seconds, intents, faults, findings, recoveryMs, stallMs, transactions, outcomes, reads } = report
  const attempts = intents.flatMap((intent) => intent.attempts)
  const statuses = countBy(attempts, ({ status }) => String(status || 'connection broken'))
  const worst = Math.max(0, ...attempts.map(({ start, end }) => end - start))
  const lines: [string, string | number][] = [
    ['seed', seed],
    ['seconds', Math.round(seconds)],
    ['intents', `${intents.length} (${intents.filter(({ key }) => key !== undefined).length} with a key)`],
    ['requests', `${attempts.length}: ${list(statuses)}`],
    ['in the ledger', transactions],
    ['outcomes asked', outcomes],
    ['reads compared', reads],
    ['faults', `${faults.length}: ${list(countBy(faults, ({ kind, component }) => `${kind} ${component}`))}`],
    ['slowest answer', `${Math.round(worst)} ms`],
    ['recovered', recoveryMs === undefined ? 'no' : `${Math.round(recoveryMs)} ms after the last fault`],
    ['longest pause of the harness', `${Math.round(stallMs)} ms`],
    ['findings', findings.length],
  ]
  const width = Math.max(...lines.map(([name]) => name.length))
  return [
    ...lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    ...describeOperations(intents),
    ...describeFindings(findings),
  ].join('\n')
}

/** The responses of each operation. */
function describeOperations(intents: readonly Intent[]): string[] {
  return [...new Set(intents.map(({ operation }) => operation.name))].toSorted().map((name) => {
    const attempts = intents.filter(({ operation }) => operation.name === name).flatMap((intent) => intent.attempts)
    const count = (isCounted: (made: Attempt) => boolean) => attempts.filter(isCounted).length
    const counts = {
      acknowledged: count(isSuccess),
      replayed: count(({ replayed }) => replayed),
      refused: count(({ status }) => status === 503 || (status >= 400 && status < 500)),
      unknown: count(isUnknown),
    }
    return `  ${name}: ${Object.entries(counts)
      .map(([outcome, number]) => `${number} ${outcome}`)
      .join(', ')}`
  })
}

/** At most some findings of each promise. */
export function describeFindings(findings: readonly Finding[]): string[] {
  return [...groupBy(findings, ({ promise }) => promise)].flatMap(([promise, found]) => {
    const shown = found.slice(0, SHOWN).map(({ what }) => `  ${promise} ${what}`)
    return found.length > SHOWN ? [...shown, `  … and ${found.length - SHOWN} more of ${promise}`] : shown
  })
}

function countBy<T>(things: readonly T[], nameOf: (thing: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(nameOf(thing), (counts.get(nameOf(thing)) ?? 0) + 1)
  return counts
}

const list = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
