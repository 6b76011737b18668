import { difference, sum } from './decimal.ts'

/** What the series needs of an entry of the ledger. */
export interface LedgerEntry {
  readonly transactionNo: number
  readonly type: string
  readonly at: string
  /** The count that posted it. */
  readonly countNo: string | null
  readonly levels: readonly { readonly wid: number; readonly figure: string; readonly units: number }[]
}

export interface QuantityPoint extends Pick<LedgerEntry, 'transactionNo' | 'type' | 'at' | 'countNo'> {
  readonly change: number
  /** What is in stock from this moment on. */
  readonly units: number
}

/**
 * What was in stock over time, oldest first, in one warehouse or all. It is counted back from what is in stock now, so it is
 * right also when the entries do not reach back to the first receipt.
 */
export function toQuantitySeries(newestFirst: readonly LedgerEntry[], inStock: number, wid?: number): QuantityPoint[] {
  const points: QuantityPoint[] = []
  let units = inStock
  for (const { transactionNo, type, at, countNo, levels } of newestFirst) {
    const change = sum(levels.filter((one) => isInStock(one, wid)).map((one) => one.units))
    if (change === 0) continue
    points.push({ transactionNo, type, at, countNo, change, units })
    units = difference(units, change)
  }
  return points.reverse()
}

export type Mark = 'received' | 'issued' | 'counted'

/** How a point is marked in the chart: receipts, issues, and what a count has corrected. */
export function markOf({ type, countNo }: Pick<QuantityPoint, 'type' | 'countNo'>): Mark | undefined {
  if (countNo !== null) return 'counted'
  return type === 'receive' ? 'received' : type === 'issue' ? 'issued' : undefined
}

const isInStock = (one: LedgerEntry['levels'][number], wid: number | undefined) =>
  one.figure === 'inStock' && (wid === undefined || one.wid === wid)
