import mongoose from 'mongoose'
import type { LedgerRecord } from '../../../services/inventory/ledger/ledger.model.ts'
import type { LevelRecord } from '../../../services/inventory/levels/level.model.ts'
import type { LotRecord } from '../../../services/inventory/lots/lot.model.ts'
import type { ChangeRecord } from '../../../services/notifications/feed/change.model.ts'

/** The stored state of inventory, and the change feed, read from the databases. */
export interface Books {
  readonly ledger: readonly LedgerRecord[]
  readonly lots: readonly LotRecord[]
  readonly levels: readonly LevelRecord[]
  readonly changes: readonly ChangeRecord[]
}

export async function readBooks(mongoUri: string, system: string): Promise<Books> {
  const connection = await mongoose.createConnection(mongoUri, { dbName: `${system}-inventory` }).asPromise()
  const all = async (name: string, service = 'inventory') =>
    connection.useDb(`${system}-${service}`).collection(name).find().toArray()
  try {
    // The models have written these documents.
    return {
      ledger: (await all('ledger')) as unknown as LedgerRecord[],
      lots: (await all('lots')) as unknown as LotRecord[],
      levels: (await all('levels')) as unknown as LevelRecord[],
      changes: (await all('changes', 'notifications')) as unknown as ChangeRecord[],
    }
  } finally {
    await connection.close()
  }
}

/** Counts the events in the outboxes. */
export async function countUnpublished(mongoUri: string, system: string): Promise<number> {
  const connection = await mongoose.createConnection(mongoUri).asPromise()
  const countOf = (service: string) => connection.useDb(`${system}-${service}`).collection('outbox').countDocuments()
  try {
    return (await countOf('catalog')) + (await countOf('inventory'))
  } finally {
    await connection.close()
  }
}

/** A quantity in millionths, so that sums are exact. */
export function toMillionths(quantity: unknown): number {
  return Math.round(Number(String(quantity ?? 0)) * 1_000_000)
}
