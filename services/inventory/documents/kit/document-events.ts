import {
  DOCUMENTS_CHANGED,
  type DocumentPayload,
  type OrderLinePayload,
  type OrderPayload,
} from '../../../../shared/contract/notifications/document-payload.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { mergeChanges, type RecordChange } from '../../records/versioned-records.ts'
import { numberOf } from './document-effect.ts'
import type { Family, Header, Line } from './family/family.ts'

/** Headers and lines of one event: some 250 kB. */
const MAX_RECORDS = 1_000

export type ToPayload = (change: Pick<RecordChange, 'before' | 'after'>) => Partial<DocumentPayload>

/** What reports get of changes of a family's records, by the name of the records. */
export function toPayloadOf<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
): ReadonlyMap<string, ToPayload> {
  const { headers, lines, payloadOf, payloadOfLine } = family
  const toPayload = new Map<string, ToPayload>()
  // Changes under these names are of the family's records.
  if (payloadOf) toPayload.set(headers.name, ({ after }) => (after ? payloadOf(after as H) : {}))
  if (payloadOfLine)
    toPayload.set(lines.name, ({ before, after }) => {
      const payloads = payloadOfLine((after ?? before) as L, before as L | undefined)
      return after ? payloads : { lines: (payloads.lines ?? []).map(toRemoved) }
    })
  return toPayload
}

const toRemoved = (line: DocumentPayload['lines'][number]) =>
  ({ ...line, version: line.version + 1, removed: true }) as const

/** Makes the events by which reports follow orders and counts, of all changes of a transaction. */
export function createDocumentEvents(families: readonly { readonly toPayload: ReadonlyMap<string, ToPayload> }[]) {
  const byName = new Map(families.flatMap(({ toPayload }) => [...toPayload]))
  return (changes: readonly RecordChange[], now: Date): OutgoingEvent[] => {
    const ofFamilies = mergeChanges(changes.filter(({ name }) => byName.has(name)))
    const payloads = ofFamilies
      .map((change) => byName.get(change.name)?.(change) ?? {})
      .filter((some) => Object.keys(some).length > 0)
    const events: OutgoingEvent[] = []
    for (let first = 0; first < payloads.length; first += MAX_RECORDS) {
      const data = sumPayloads(payloads.slice(first, first + MAX_RECORDS))
      events.push({ subject: DOCUMENTS_CHANGED, payload: { at: now.toISOString(), wids: [], data } })
    }
    return events
  }
}
export type DocumentEvents = ReturnType<typeof createDocumentEvents>

const sumPayloads = (payloads: readonly Partial<DocumentPayload>[]): DocumentPayload => ({
  orders: payloads.flatMap(({ orders = [] }) => orders),
  lines: payloads.flatMap(({ lines = [] }) => lines),
  counted: payloads.flatMap(({ counted = [] }) => counted),
})

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
