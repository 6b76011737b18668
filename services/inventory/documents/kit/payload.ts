import type { OrderLinePayload, OrderPayload } from '../../../../shared/contract/notifications/document-payload.ts'
import { numberOf } from './document-effect.ts'
import type { Line } from './family/family.ts'

/** The dates of an order. */
export const toDates = (ordered: Date, due: Date | null): Pick<OrderPayload, 'ordered' | 'due'> => ({
  ordered: ordered.toISOString(),
  due: due?.toISOString() ?? null,
})

/** What identifies a line. */
export function toLinePayload(declared: { readonly numberField: string }, line: Line) {
  const { lineNo, version, partNo, shortID, wid } = line
  return { number: numberOf(declared, line), lineNo, version, partNo, shortID, wid } satisfies Partial<OrderLinePayload>
}
