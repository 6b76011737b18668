import type { Circumstances } from '../results.ts'
import type { Row } from '../summarize.ts'

/** Processes with equal shares of a processor under load, all of them warm. */
export interface ClusterRow {
  /** What there are several of: inventory processes, or gateways with as many catalogs. */
  readonly several: 'inventory' | 'gateway and catalog'
  readonly quota: number
  readonly processes: number
  readonly clients: number
  readonly row: Row
}

/** A second inventory process that is started under load. */
export interface NewProcess {
  readonly quota: number
  readonly workload: string
  readonly clients: number
  readonly beforePerSecond: number
  /** From its launch until it said that it is ready. */
  readonly readySeconds: number
  /** Successful answers per second in the seconds after it was ready. */
  readonly after: readonly { readonly from: number; readonly to: number; readonly perSecond: number }[]
  readonly idle: number
}

export interface Cluster extends Circumstances {
  readonly rows: readonly ClusterRow[]
  readonly newProcesses: readonly NewProcess[]
}

/** The machine was full, so that a further process could not have had a share of its own. */
export const isFull = (idle: number | undefined): boolean => (idle ?? 0) < LEAST_IDLE
const LEAST_IDLE = 0.05
