import mongoose from 'mongoose'
import type { LedgerRecord } from '../../services/inventory/ledger.model.ts'
import type { LevelRecord } from '../../services/inventory/level.model.ts'
import type { LotRecord } from '../../services/inventory/lot.model.ts'

/** All that the inventory keeps, as it lies in the database. */
export interface Books {
  readonly ledger: readonly LedgerRecord[]
  readonly lots: readonly LotRecord[]
  readonly levels: readonly LevelRecord[]
  /** Events that were not published yet. */
  readonly unpublished: number
}

export async function readBooks(mongoUri: string, system: string): Promise<Books> {
  const connection = await mongoose.createConnection(mongoUri, { dbName: `${system}-inventory` }).asPromise()
  const all = async (name: string) => connection.collection(name).find().toArray()
  try {
    // The documents are those that the models have written.
    return {
      ledger: (await all('ledger')) as unknown as LedgerRecord[],
      lots: (await all('lots')) as unknown as LotRecord[],
      levels: (await all('levels')) as unknown as LevelRecord[],
      unpublished: (await connection.useDb(`${system}-inventory`).collection('outbox').find().toArray()).length,
    }
  } finally {
    await connection.close()
  }
}

/** A quantity in millionths, which are whole. */
export function toMillionths(quantity: unknown): number {
  return Math.round(Number(String(quantity ?? 0)) * 1_000_000)
}
