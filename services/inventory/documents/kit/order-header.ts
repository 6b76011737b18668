import type { Counters } from '../../../../shared/database/counters.ts'

/** The next number of a kind of order, such as PO-2026-000042; gaps are allowed. */
export async function nextOrderNumber(counters: Counters, kind: string, prefix: string): Promise<string> {
  const year = new Date().getUTCFullYear()
  const next = await counters.nextOf(`${kind}-${year}`)
  return `${prefix}-${year}-${String(next).padStart(6, '0')}`
}

/** Each number once, ascending. */
const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other)

/** What every kind of order has of its lines: their number, and their warehouses and items, ascending. */
export interface OfLines {
  readonly totalLines: number
  readonly wids: readonly number[]
  readonly partNos: readonly number[]
}
export const NO_LINES: OfLines = { totalLines: 0, wids: [], partNos: [] }

interface LineChange {
  readonly before: object | undefined
  readonly after: { readonly wid: number; readonly partNo: number }
}

/** What lines that are added change of their order. */
export const addLines = ({ totalLines, wids, partNos }: OfLines, changes: readonly LineChange[]): OfLines => ({
  totalLines: totalLines + changes.filter(({ before }) => !before).length,
  wids: ascending([...wids, ...changes.map(({ after }) => after.wid)]),
  partNos: ascending([...partNos, ...changes.map(({ after }) => after.partNo)]),
})
