import { DOCUMENTS_CHANGED, type DocumentFacts } from '../../../../shared/contract/notifications/document-facts.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { type DocumentChange, mergeChanges } from '../../records/versioned-documents.ts'
import type { Family, Header, Line } from './family/family.ts'

export type ToFacts = (change: Pick<DocumentChange, 'before' | 'after'>) => Partial<DocumentFacts>

/** What reports are told of changes of a family's records, by the name of the records. */
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

/** The event that tells reports of the documents of a transaction; none if they are not told of any. */
export function createTellFacts(families: readonly { readonly toFacts: ReadonlyMap<string, ToFacts> }[]) {
  const byName = new Map(families.flatMap(({ toFacts }) => [...toFacts]))
  return (changes: readonly DocumentChange[], now: Date): OutgoingEvent[] => {
    const told = mergeChanges(changes.filter(({ name }) => byName.has(name)))
    const facts = told.map((change) => byName.get(change.name)?.(change) ?? {})
    const data = {
      orders: facts.flatMap(({ orders = [] }) => orders),
      lines: facts.flatMap(({ lines = [] }) => lines),
      counted: facts.flatMap(({ counted = [] }) => counted),
    }
    if (Object.values(data).every((some) => some.length === 0)) return []
    return [{ subject: DOCUMENTS_CHANGED, payload: { at: now.toISOString(), wids: [], data } }]
  }
}
export type TellFacts = ReturnType<typeof createTellFacts>
