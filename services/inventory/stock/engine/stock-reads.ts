import type { ClientSession, Connection } from 'mongoose'
import { readRecords, type Source } from '../../../../shared/database/read-records.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { createTurns, joinInTurn } from '../../records/session-reads.ts'
import { createRecordView } from '../../records/versioned-records.ts'
import type { LedgerRecord } from '../ledger/ledger.model.ts'
import type { LevelRecord } from '../levels/level.model.ts'
import { sequenceOfChoice } from '../lots/choose-lots.ts'
import type { LotRecord } from '../lots/lot.model.ts'
import type { ReservationRecord } from '../reservations/records/reservation.model.ts'
import { type FirstLook, readAhead, type Seen } from './read-ahead.ts'
import type { StockModels } from './stock-writes.ts'

const PAGE_SIZE = 32
/** Most lots in one page: some 5 MB. */
const MAX_PAGE_SIZE = 8_192
/** Most lots of an item in a warehouse that have expired and are not on hold: more are not read. */
const MAX_EXPIRED = 10_000

/** The end of a reservation. */
type Ending = Pick<ReservationRecord, '_id' | 'expires'>

interface Numbered {
  readonly _id: number
}

/**
 * What plans read in a transaction's snapshot. Records that are requested while another command runs are read by one
 * command.
 */
export function createStockReads(connection: Connection, models: StockModels, session: ClientSession, now: Date) {
  const inTurn = createTurns()
  const byNumber = <T extends Numbered>(model: Source) =>
    joinInTurn<number, T>(inTurn, async (numbers) => {
      const selection = { filter: { _id: { $in: numbers } }, limit: numbers.length, session }
      const found = await readRecords<T>(model, selection)
      return new Map(found.map((record) => [record._id, record]))
    })

  const lookAhead = joinInTurn<FirstLook, Seen>(inTurn, (looks) => readAhead(models, looks, PAGE_SIZE, session))

  const expiredByLevel = joinInTurn<string, LotRecord[]>(inTurn, async (keys) => {
    const $or = keys.map((key) => {
      const [partNo, wid] = key.split('/').map(Number)
      return { partNo, wid, active: true, expires: { $lte: now }, hold: false }
    })
    const found = await readRecords<LotRecord>(models.lots, { filter: { $or }, limit: MAX_EXPIRED, session })
    return groupBy(found, ({ partNo, wid }) => `${partNo}/${wid}`)
  })

  return {
    /** An item's level row and its first lots that match; undefined if it is not known that it has a level row. */
    async ahead(look: FirstLook) {
      const seen = await lookAhead(look)
      return seen && { ...seen, isLastPage: seen.lots.length < PAGE_SIZE }
    },
    lot: byNumber<LotRecord>(models.lots),
    level: byNumber<LevelRecord>(models.levels),
    /**
     * The next lots that match, in the sequence of choice, after those skipped. A page has as many lots as all pages
     * before it, so that the queries for all lots grow with the logarithm of their number.
     */
    nextLots: (filter: object, skip: number) =>
      inTurn(async () => {
        const limit = Math.min(Math.max(PAGE_SIZE, skip), MAX_PAGE_SIZE)
        const lots = await readRecords<LotRecord>(models.lots, { filter, sort: sequenceOfChoice, skip, limit, session })
        return { lots, isLastPage: lots.length < limit }
      }),
    countLots: (filter: object) => inTurn(() => models.lots.countDocuments(filter).session(session).exec()),
    /** The number of a lot that matches. */
    anyLot: (filter: object): Promise<number | undefined> =>
      inTurn(async () => {
        const [lot] = await readRecords<LotRecord>(models.lots, { filter, limit: 1, session })
        return lot?._id
      }),
    /** Lots of an item in a warehouse that have expired and are not on hold; calls of one moment share a query. */
    async expiredLots(partNo: number, wid: number): Promise<readonly LotRecord[]> {
      return (await expiredByLevel(`${partNo}/${wid}`)) ?? []
    },
    /** Ids and ends of the item's active reservations that end, first to end first, after those skipped. */
    ending: (partNo: number, skip: number): Promise<{ page: Ending[]; isLastPage: boolean }> =>
      inTurn(async () => {
        const filter = { partNo, state: 'Active', expires: { $gt: new Date(0) } }
        const selection = { filter, sort: { expires: 1 } as const, skip, limit: PAGE_SIZE, session }
        const page = await readRecords<ReservationRecord>(models.reservations, selection)
        return { page, isLastPage: page.length < PAGE_SIZE }
      }),
    /** When the item's last entry of the ledger happened; undefined if it has none. */
    lastEntryAt: (partNo: number): Promise<Date | undefined> =>
      inTurn(async () => {
        const selection = { filter: { partNo }, sort: { at: -1, _id: -1 } as const, limit: 1, session }
        const [last] = await readRecords<LedgerRecord>(models.ledger, selection)
        return last?.at
      }),
    /** Other documents, with the changes planned in this transaction. */
    records: createRecordView(connection, session, inTurn),
  }
}

export type StockReads = ReturnType<typeof createStockReads>
