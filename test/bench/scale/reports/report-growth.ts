import type { Circumstances } from '../../results.ts'

/** Medians of a report that is asked in one way, in ms. */
export interface ReportLatency {
  /** The id of the report and what it was asked. */
  readonly name: string
  readonly rows: number
  /** Page 1 when nothing is kept: the report is run. */
  readonly runMs: number
  /** Pages of 1,000 rows of the run that is kept. */
  readonly firstPageMs: number
  readonly lastPageMs: number
}

/** Reports of a history of one size. */
export interface HistorySize {
  readonly movements: number
  readonly changes: number
  /** The rate of a rebuild. */
  /** Of a history that this run has derived from its beginning. */
  readonly changesPerSecond?: number
  readonly latencies: readonly ReportLatency[]
}

export interface ReportGrowth extends Circumstances {
  readonly sizes: readonly HistorySize[]
}
