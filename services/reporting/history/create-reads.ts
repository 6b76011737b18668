import { type CellState, toCellState, worth } from './derive/cell-state.ts'
import { type LotState, toLotState } from './derive/lot-state.ts'
import { readQuantities } from './derive/sparse-quantities.ts'
import type { CellValue, HistoryReads } from './history.ts'
import { createDeedReads } from './read-deeds.ts'
import { createDocumentReads } from './read-documents.ts'
import { readStates, toFilter } from './read-states.ts'
import type { CellStateRecord } from './records/cell-state.model.ts'
import type { LoadRecord } from './records/load.model.ts'
import type { LotStateRecord } from './records/lot-state.model.ts'
import type { HistoryModels } from './records/models.ts'
import type { Named } from './selection.ts'
import { distinct, mergeSorted } from './sequences.ts'
import { toLoad } from './value-books.ts'

const BATCH = 2_000

export function createHistoryReads(models: HistoryModels): HistoryReads {
  const { cells, cellStates, lots, lotStates, loads, items } = models
  return {
    async *cells(moment, selection): AsyncGenerator<Named<CellState>> {
      const from = { last: cells, states: cellStates, items }
      for await (const record of readStates<CellStateRecord>(from, ['partNo', 'wid'], moment, selection))
        yield { ...toCellState(record), shortID: record.shortID }
    },
    async *values(from, { sequence, at }, selection): AsyncGenerator<CellValue> {
      const filter = { ...toFilter(selection), at: { $gte: from, $lte: at }, sequence: { $lte: sequence } }
      // The whole records of 45,000 changes take six seconds, these fields of them one.
      const fields = ['partNo', 'wid', 'sequence', 'at', ...worth]
      const projection = { _id: 0, ...only(fields) }
      const options = { projection, sort: { at: 1, sequence: 1, wid: 1 }, batchSize: BATCH } as const
      // What is followed by another change between the two reads is in both.
      const lasting = await cells.collection.find<CellStateRecord>(filter, options).toArray()
      const ended = cellStates.collection.find<CellStateRecord>(filter, options)
      for await (const record of distinct(mergeSorted([lasting, ended], byTime), byTime)) {
        const { partNo, wid, at: changed } = record
        yield { partNo, wid, at: changed, ...readQuantities(record, worth) }
      }
    },
    async *lots(moment, selection): AsyncGenerator<Named<LotState>> {
      const from = { last: lots, states: lotStates, items, where: { isThere: true } }
      for await (const record of readStates<LotStateRecord>(from, ['partNo', 'wid', 'recNo'], moment, selection))
        yield { ...toLotState(record), shortID: record.shortID }
    },
    async loads(partNos) {
      const found = await loads.find({ isThere: true, partNo: { $in: [...partNos] } }).lean<LoadRecord[]>()
      return found.map(toLoad)
    },
    ...createDeedReads(models),
    ...createDocumentReads(models),
    async findItems({ itemID, category }) {
      if (itemID === undefined && category === undefined) return undefined
      const filter = { ...(itemID !== undefined && { shortID: itemID }), ...(category !== undefined && { category }) }
      return (await items.find(filter, { _id: 1 }).lean()).map(({ _id }) => _id)
    },
  }
}

const only = (fields: readonly string[]) => Object.fromEntries(fields.map((name) => [name, 1]))

const byTime = (one: CellStateRecord, other: CellStateRecord): number =>
  one.at.getTime() - other.at.getTime() || one.sequence - other.sequence || one.wid - other.wid
