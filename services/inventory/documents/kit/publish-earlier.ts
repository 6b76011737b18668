import type { Connection } from 'mongoose'
import { date, defineSchema, text } from '../../../../shared/database/record-fields.ts'
import { inUnitOfWork } from '../../../../shared/database/unit-of-work.ts'
import type { Outbox } from '../../../../shared/messaging/events/outbox.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import type { FieldValues, RecordChange } from '../../records/versioned-records.ts'
import type { DocumentEvents, ToPayload } from './document-events.ts'
import type { Family, Header, Line } from './family/family.ts'

const ORDERS_AT_ONCE = 50
const TIMEOUT_MS = 30_000

/** Open documents after a number, with their lines, as if they were made now. */
export type ReadOpen = (connection: Connection, after: string, limit: number) => Promise<readonly RecordChange[]>

export const createReadOpen =
  <H extends Header, L extends Line, T>({ headers, lines, numberField }: Family<H, L, T>): ReadOpen =>
  async (connection, after, limit) => {
    const open = headers.model(connection).find().gt('_id', after).ne('status', 'Closed').sort({ _id: 1 }).limit(limit)
    const found = await open.lean<H[]>()
    const ofThem = { [numberField]: { $in: found.map(({ _id }) => _id) } } as unknown as FieldValues<L>
    const ofLines = await lines.model(connection).find(ofThem).lean<L[]>()
    const made = (name: string) => (after: H | L) => ({ name, id: after._id, before: undefined, after })
    return [...found.map(made(headers.name)), ...ofLines.map(made(lines.name))]
  }

interface PublishingFamily {
  readonly headersName: string
  readonly toPayload: ReadonlyMap<string, ToPayload>
  readonly readOpen: ReadOpen
}

/** Says that a family is published. That of 1.3.0 does not count: perhaps no queue was bound for its events. */
const markOf = (headersName: string) => `${headersName}/2`
const schema = defineSchema('publishedDocuments', { _id: text, at: date })

/**
 * Publishes the open documents of versions before 1.3 for reports, once. If a process ends meanwhile, or two begin, some
 * are published twice: reports ignore a version that they have.
 */
export async function publishEarlierDocuments(
  connection: Connection,
  families: readonly PublishingFamily[],
  { documentEvents, outbox }: { readonly documentEvents: DocumentEvents; readonly outbox: Outbox },
): Promise<void> {
  const published = connection.model('PublishedDocuments', schema)
  for (const { headersName, toPayload, readOpen } of families) {
    const _id = markOf(headersName)
    if (!toPayload.has(headersName) || (await published.exists({ _id }))) continue
    for (let after = ''; ; ) {
      const changes = await readOpen(connection, after, ORDERS_AT_ONCE)
      const last = changes.findLast(({ name }) => name === headersName)
      if (!last) break
      await inUnitOfWork(connection, Date.now() + TIMEOUT_MS, async (unit) =>
        outbox.add(documentEvents(changes, present()), unit),
      )
      after = String(last.id)
    }
    await published.updateOne({ _id }, { at: present() }, { upsert: true })
  }
}
