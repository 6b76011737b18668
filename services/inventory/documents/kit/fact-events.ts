import { DOCUMENTS_CHANGED, type DocumentFacts } from '../../../../shared/contract/notifications/document-facts.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { type DocumentChange, mergeChanges } from '../../records/versioned-documents.ts'
import type { Family, Header, Line } from './family/family.ts'

/** Headers and lines of one event: some 250 kB. */
const MAX_FACTS = 1_000

export type ToFacts = (change: Pick<DocumentChange, 'before' | 'after'>) => Partial<DocumentFacts>

/** What reports get of changes of a family's records, by the name of the records. */
export function toFactsOf<H extends Header, L extends Line, T>(family: Family<H, L, T>): ReadonlyMap<string, ToFacts> {
  const { headers, lines, factsOf, factsOfLine } = family
  const toFacts = new Map<string, ToFacts>()
  // Changes under these names are of the family's records.
  if (factsOf) toFacts.set(headers.name, ({ after }) => (after ? factsOf(after as H) : {}))
  if (factsOfLine)
    toFacts.set(lines.name, ({ before, after }) => {
      const facts = factsOfLine((after ?? before) as L, before as L | undefined)
      return after ? facts : { lines: (facts.lines ?? []).map(toRemoved) }
    })
  return toFacts
}

const toRemoved = (line: DocumentFacts['lines'][number]) =>
  ({ ...line, version: line.version + 1, removed: true }) as const

/** Makes the events by which reports follow orders and counts, of all changes of a transaction. */
export function createFactEvents(families: readonly { readonly toFacts: ReadonlyMap<string, ToFacts> }[]) {
  const byName = new Map(families.flatMap(({ toFacts }) => [...toFacts]))
  return (changes: readonly DocumentChange[], now: Date): OutgoingEvent[] => {
    const ofFamilies = mergeChanges(changes.filter(({ name }) => byName.has(name)))
    const facts = ofFamilies
      .map((change) => byName.get(change.name)?.(change) ?? {})
      .filter((some) => Object.keys(some).length > 0)
    const events: OutgoingEvent[] = []
    for (let first = 0; first < facts.length; first += MAX_FACTS) {
      const data = sumFacts(facts.slice(first, first + MAX_FACTS))
      events.push({ subject: DOCUMENTS_CHANGED, payload: { at: now.toISOString(), wids: [], data } })
    }
    return events
  }
}
export type FactEvents = ReturnType<typeof createFactEvents>

const sumFacts = (facts: readonly Partial<DocumentFacts>[]): DocumentFacts => ({
  orders: facts.flatMap(({ orders = [] }) => orders),
  lines: facts.flatMap(({ lines = [] }) => lines),
  counted: facts.flatMap(({ counted = [] }) => counted),
})
