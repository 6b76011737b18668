import type { Circumstances } from '../results.ts'

/** Lists with filters that few records match. */
export const filteredLists = [
  'lots of an item',
  'lots with a serial number',
  'lots on hold',
  'ledger of an item',
  'ledger of a lot',
] as const
export type FilteredList = (typeof filteredLists)[number]

/** Numbers of warehouses that have an item which is written. */
export const WIDTHS = [1, 40, 400]
/** The name of a write of such an item. */
export const inWarehouses = (write: string, warehouses: number) => `${write}, item in ${warehouses} warehouses`

/** Latency of a request that is sent repeatedly, one at a time. */
export interface Latency {
  readonly name: string
  /** The page, for a list. */
  readonly page?: number
  readonly medianMs: number
  readonly p99Ms: number
  /** The `totalCount` it answered. */
  readonly totalCount?: number
}

/** The results at one size. */
export interface SizeResult {
  readonly lots: number
  readonly items: number
  readonly buildSeconds: number
  readonly latencies: readonly Latency[]
  /** Absent from results that were saved before it was measured. */
  readonly reconcileSeconds?: number
  /** Resident memory of each process, right after reconcile. */
  readonly residentMiB: Readonly<Record<string, number>>
  /** Disk space of the database; unknown for a given server. */
  readonly diskBytesPerLot: number | null
}

export interface Growth extends Circumstances {
  readonly sizes: readonly SizeResult[]
}
