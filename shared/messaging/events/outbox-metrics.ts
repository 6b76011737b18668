import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import { addGauges } from '../../process/gauges.ts'
import { OUTBOX_COLLECTION, type OutboxRecord } from './outbox.ts'

const MAX_COUNTED = 10_000
const READ_TIMEOUT_MS = 1_000

/** Adds the gauges of a service's outbox to `registry`. It is in the database, so all processes report the same figures. */
export function measureOutbox(connection: Connection, registry: Registry): void {
  addGauges(registry, () => readOutboxLag(connection), [
    {
      name: 'inventory_outbox_waiting',
      help: 'Transactions whose events are in the outbox, counted up to 10,000',
      of: ({ waiting }) => waiting,
    },
    {
      name: 'inventory_outbox_lag_seconds',
      help: 'Age of the oldest event in the outbox; 0 if it is empty',
      of: ({ ageMs }) => ageMs / 1_000,
    },
  ])
}

async function readOutboxLag(connection: Connection): Promise<{ waiting: number; ageMs: number }> {
  const records = connection.collection<OutboxRecord>(OUTBOX_COLLECTION)
  const [oldest] = await records.find({}, { maxTimeMS: READ_TIMEOUT_MS }).sort({ at: 1 }).limit(1).toArray()
  if (!oldest) return { waiting: 0, ageMs: 0 }
  const waiting = await records.countDocuments({}, { limit: MAX_COUNTED, maxTimeMS: READ_TIMEOUT_MS })
  return { waiting, ageMs: Math.max(0, Date.now() - oldest.at.getTime()) }
}
