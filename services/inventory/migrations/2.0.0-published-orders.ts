import type { Connection } from 'mongoose'
import type { Migration } from '../../../shared/database/migrations/migration.ts'
import { inUnitOfWork } from '../../../shared/database/unit-of-work.ts'
import type { Outbox } from '../../../shared/messaging/events/outbox.ts'
import { present } from '../../../shared/process/time/clock.ts'
import type { DocumentEvents } from '../documents/kit/document-events.ts'
import type { Family, Header, Line } from '../documents/kit/family/family.ts'
import { purchaseFamily } from '../documents/purchase/purchase-family.ts'
import { shippingFamily } from '../documents/shipping/shipping-family.ts'
import type { FieldValues, RecordChange } from '../records/versioned-records.ts'

const ORDERS_AT_ONCE = 50
const TIMEOUT_MS = 30_000

/** The open orders of a family, with their lines, as if they were made now. */
const toOpenOrders = <H extends Header, L extends Line, T>({ headers, lines, numberField }: Family<H, L, T>) => ({
  count: (connection: Connection) => headers.model(connection).countDocuments().ne('status', 'Closed'),
  async read(connection: Connection, after: string) {
    const open = headers.model(connection).find().gt('_id', after).ne('status', 'Closed')
    const found = await open.sort({ _id: 1 }).limit(ORDERS_AT_ONCE).lean<H[]>()
    const ofThem = { [numberField]: { $in: found.map(({ _id }) => _id) } } as unknown as FieldValues<L>
    const ofLines = await lines.model(connection).find(ofThem).lean<L[]>()
    const made = (name: string) => (record: H | L) => ({ name, id: record._id, before: undefined, after: record })
    const changes: RecordChange[] = [...found.map(made(headers.name)), ...ofLines.map(made(lines.name))]
    return { changes, changed: found.length, last: found.at(-1)?._id }
  },
})
const kinds = [toOpenOrders(purchaseFamily), toOpenOrders(shippingFamily)]

interface Deps {
  readonly connection: Connection
  readonly documentEvents: DocumentEvents
  readonly outbox: Outbox
}

/**
 * Publishes open orders for reports. Version 1.3.0 has done so, but perhaps before a queue was bound for its events. A run
 * that is killed publishes some of them twice: reports ignore a version that they have.
 */
export const publishedOrders = ({ connection, documentEvents, outbox }: Deps): Migration => ({
  name: '2.0.0-published-orders',
  removableIn: '3.0.0',
  async count() {
    const counts = await Promise.all(kinds.map((kind) => kind.count(connection)))
    return counts.reduce((sum, count) => sum + count, 0)
  },
  async *run(position) {
    const [first = 0, start = ''] = /^(\d)\/(.*)$/s.exec(String(position ?? '0/'))?.slice(1) ?? []
    for (const [index, kind] of kinds.entries()) {
      if (index < Number(first)) continue
      for (let after = index === Number(first) ? start : ''; ; ) {
        const { changes, changed, last } = await kind.read(connection, after)
        if (last === undefined) break
        await inUnitOfWork(connection, Date.now() + TIMEOUT_MS, async (unit) =>
          outbox.add(documentEvents(changes, present()), unit),
        )
        after = last
        yield { changed, position: `${index}/${after}` }
      }
    }
  },
})
