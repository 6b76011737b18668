import type { ClientSession, Connection } from 'mongoose'
import { recordsOf } from '../../../shared/database/records.ts'
import { createTurns, joinInTurn } from '../../../shared/database/session-reads.ts'
import { createDocumentView, type DocumentView } from '../../../shared/database/versioned-documents.ts'
import type { LevelRecord } from '../levels/level.model.ts'
import type { LotRecord } from '../lots/lot.model.ts'
import type { StockModels } from './stock-writes.ts'

const PAGE_SIZE = 32

/** What plans read in a transaction's snapshot. Records that are requested while another command runs are read by one command. */
export interface StockReads {
  lot(recNo: number): Promise<LotRecord | undefined>
  /** The level row of an item. */
  level(partNo: number): Promise<LevelRecord | undefined>
  /** The next lots that match, in the sequence of choice, after those skipped; fewer than a page if there are no more. */
  nextLots(filter: object, skip: number): Promise<{ lots: LotRecord[]; isLastPage: boolean }>
  /** Other documents, with the changes planned in this transaction. */
  readonly documents: DocumentView
}

interface Numbered {
  readonly _id: number
}

export function createStockReads(connection: Connection, models: StockModels, session: ClientSession): StockReads {
  const inTurn = createTurns()
  const byNumber = <T extends Numbered>(model: { readonly collection: unknown }) =>
    joinInTurn<number, T>(inTurn, async (numbers) => {
      const found = await recordsOf<Numbered>(model)
        .find({ _id: { $in: [...numbers] } }, { session })
        .toArray()
      // A model's collection holds its records.
      return new Map(found.map((record) => [record._id, record as unknown as T]))
    })

  return {
    lot: byNumber<LotRecord>(models.lots),
    level: byNumber<LevelRecord>(models.levels),
    nextLots: (filter, skip) =>
      inTurn(async () => {
        const lots = await recordsOf<LotRecord>(models.lots)
          .find(filter, { session })
          .sort({ expires: 1, received: 1, _id: 1 })
          .skip(skip)
          .limit(PAGE_SIZE)
          .toArray()
        return { lots, isLastPage: lots.length < PAGE_SIZE }
      }),
    documents: createDocumentView(connection, session, inTurn),
  }
}
