import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Row } from './summarize.ts'
import type { BatchAndExportResult } from './trials/batch-and-export.ts'
import type { ContentionRow } from './trials/contention.ts'
import type { FollowingResult } from './trials/following.ts'
import type { GoodputRow } from './trials/goodput.ts'
import type { HalfPeakRow } from './trials/half-peak.ts'
import type { OrdersResult } from './trials/orders.ts'
import type { PagesUnderWritesRow } from './trials/pages-under-writes.ts'
import type { RefusedResult } from './trials/refused.ts'
import type { ScaleOutRow } from './trials/scale-out.ts'
import type { SheddingResult } from './trials/shedding.ts'
import type { Contestant } from './world/contestant.ts'

export type ContestantDetails = Pick<Contestant, 'name' | 'title' | 'family' | 'variant'>

/** Where and how the results were measured. */
export interface Circumstances {
  readonly at: string
  readonly machine: string
  readonly settings: string
}

/** The results of the trials that were run. */
export interface Trials {
  readonly batchAndExport?: BatchAndExportResult
  readonly contention?: readonly ContentionRow[]
  readonly following?: FollowingResult
  readonly goodput?: readonly GoodputRow[]
  readonly halfPeak?: readonly HalfPeakRow[]
  readonly orders?: OrdersResult
  readonly pagesUnderWrites?: readonly PagesUnderWritesRow[]
  readonly refused?: RefusedResult
  readonly scaleOut?: readonly ScaleOutRow[]
  readonly shedding?: SheddingResult
}

/** The results of a comparison. */
export interface Comparison extends Circumstances {
  readonly contestants: readonly ContestantDetails[]
  readonly rows: readonly Row[]
  readonly trials: Trials
  /** Of trials that were measured by a run of their own, by their names. */
  readonly ownRuns?: Readonly<Record<string, Circumstances>>
}

/** One client, a few, and the arrivals of a usual day. */
export interface Alone extends Circumstances {
  readonly contestants: readonly ContestantDetails[]
  readonly loads: readonly AloneLoad[]
  /** µs of processor time in a second in which nobody asks, by process. */
  readonly atRest: Readonly<Record<string, number>>
  readonly commands: readonly AloneCommands[]
}

export interface AloneLoad {
  readonly title: string
  /** Clients that repeat at once, or arrivals at random times. */
  readonly kind: 'closed' | 'open'
  readonly clients: number
  readonly perSecond?: number
  /** How long a contestant has had a request before it is measured; afterwards at least. */
  readonly warmUpSeconds: number
  readonly rows: readonly Row[]
}

/** Commands to inventory's database for a write that comes alone. */
export interface AloneCommands {
  readonly workload: string
  readonly all: number
  /** Of commands and responses; absent in results of earlier versions. */
  readonly bytes?: number
  /** By command and collection, less those that are sent at rest. */
  readonly commands: Readonly<Record<string, number>>
  readonly atRestPerSecond: number
}

/** The comparison with the trials of a later run, which measured nothing else: trials are compared within themselves only. */
export function withTrials(comparison: Comparison, { trials, at, machine, settings }: Comparison): Comparison {
  const ownRuns = Object.fromEntries(Object.keys(trials).map((name) => [name, { at, machine, settings }]))
  return {
    ...comparison,
    trials: { ...comparison.trials, ...trials },
    ownRuns: { ...comparison.ownRuns, ...ownRuns },
  }
}

export function circumstances(settings: string): Circumstances {
  const all = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const machine = `${all.length} x ${all[0]?.model.trim() ?? 'CPU'}, ${memory} GiB, Node ${process.versions.node}`
  return { at: new Date().toISOString(), machine, settings }
}

/** The folder of the sources, for results and report: this file runs from dist/, and in tests as it is. */
export const benchFolder = fileURLToPath(
  new URL(import.meta.url.includes('/dist/') ? '../../../test/bench' : '.', import.meta.url),
)

const fileOf = (name: string) => join(benchFolder, 'results', `${name}.json`)

export function saveResults(name: string, results: object): void {
  mkdirSync(join(benchFolder, 'results'), { recursive: true })
  writeFileSync(fileOf(name), `${JSON.stringify(results, null, 2)}\n`)
}

/** The saved results of an earlier run; undefined if there are none. */
export function readResults<T>(name: string): T | undefined {
  // saveResults() has written it under this name.
  return existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), 'utf8'), nullToNaN) as T) : undefined
}

/** JSON has no NaN: a figure without a value is written as null. */
const nullToNaN = (_: string, value: unknown) => (value === null ? Number.NaN : value)
