import type { Counters } from '../../../shared/database/counters.ts'

/** The next number of a kind of order, such as PO-2026-000042; gaps are allowed. */
export async function nextOrderNumber(counters: Counters, kind: string, prefix: string): Promise<string> {
  const year = new Date().getUTCFullYear()
  const [next = 0] = await counters.next(`${kind}-${year}`, 1)
  return `${prefix}-${year}-${String(next).padStart(6, '0')}`
}

/** Each number once, ascending: the items or the warehouses of lines. */
export const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other)
