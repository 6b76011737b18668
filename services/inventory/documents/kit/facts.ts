import type { OrderFacts, OrderLineFacts } from '../../../../shared/contract/notifications/document-facts.ts'
import { numberOf } from './document-effect.ts'
import type { Line } from './family/family.ts'

/** The dates of an order. */
export const toDates = (ordered: Date, due: Date | null): Pick<OrderFacts, 'ordered' | 'due'> => ({
  ordered: ordered.toISOString(),
  due: due?.toISOString() ?? null,
})

/** What identifies a line. */
export function toLineFacts(declared: { readonly numberField: string }, line: Line) {
  const { lineNo, version, partNo, shortID, wid } = line
  return { number: numberOf(declared, line), lineNo, version, partNo, shortID, wid } satisfies Partial<OrderLineFacts>
}
