import type { ClientSession, Connection } from 'mongoose'
import { readRecords, type Source } from '../../../shared/database/read-records.ts'
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
  const byNumber = <T extends Numbered>(model: Source) =>
    joinInTurn<number, T>(inTurn, async (numbers) => {
      const selection = { filter: { _id: { $in: numbers } }, limit: numbers.length, session }
      const found = await readRecords<T>(model, selection)
      return new Map(found.map((record) => [record._id, record]))
    })

  return {
    lot: byNumber<LotRecord>(models.lots),
    level: byNumber<LevelRecord>(models.levels),
    nextLots: (filter, skip) =>
      inTurn(async () => {
        const sort = { expires: 1, received: 1, _id: 1 } as const
        const lots = await readRecords<LotRecord>(models.lots, { filter, sort, skip, limit: PAGE_SIZE, session })
        return { lots, isLastPage: lots.length < PAGE_SIZE }
      }),
    documents: createDocumentView(connection, session, inTurn),
  }
}
