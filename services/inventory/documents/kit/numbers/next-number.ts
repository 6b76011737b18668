import type { Counters } from '../../../../../shared/database/counters.ts'
import { present } from '../../../../../shared/process/time/clock.ts'
import type { Family, Header, Line } from '../family/family.ts'
import type { OrderNumbers } from './order-number.ts'

/** Numbers such as PO-2026-000042, of a counter of the year; gaps are allowed. */
async function nextOfYear({ key, prefix }: { readonly key: string; readonly prefix: string }, counters: Counters) {
  const year = present().getUTCFullYear()
  const next = await counters.nextOf(`${key}-${year}`)
  return `${prefix}-${year}-${String(next).padStart(6, '0')}`
}

interface NumberDeps {
  readonly numbers: OrderNumbers
  readonly counters: Counters
}

/** The number of a document that is being made; none is assigned to a dry run. */
export function chooseNumber<H extends Header, L extends Line, T>(
  { numbers, counters }: NumberDeps,
  family: Pick<Family<H, L, T>, 'kind' | 'key' | 'prefix' | 'nextNumber'>,
  given: string | undefined,
  { isDryRun }: { readonly isDryRun: boolean },
) {
  const assign = family.nextNumber ?? (() => nextOfYear(family, counters))
  return numbers.choose({ kind: family.kind, given, next: async () => (isDryRun ? '' : assign(counters)) })
}
