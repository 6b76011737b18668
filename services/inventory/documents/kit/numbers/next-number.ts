import type { Counters } from '../../../../../shared/database/counters.ts'
import { present } from '../../../../../shared/process/time/clock.ts'

/** Numbers such as PO-2026-000042, of a counter of the year; gaps are allowed. */
export const createYearlyNumbers = (counter: string, prefix: string) => async (counters: Counters) => {
  const year = present().getUTCFullYear()
  const next = await counters.nextOf(`${counter}-${year}`)
  return `${prefix}-${year}-${String(next).padStart(6, '0')}`
}
