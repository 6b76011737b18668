import type { Model } from 'mongoose'
import { groupBy } from '../../../shared/process/group-by.ts'
import { toQuantity, ZERO } from '../../../shared/quantity.ts'
import { type CellState, toCellState, worth } from './derive/cell-state.ts'
import { type LotState, toLotState } from './derive/lot-state.ts'
import { type OrderLineState, toOrderLineState } from './derive/order-line-state.ts'
import type { CellValue, HistoryReads, Named, ReorderPoint } from './history.ts'
import { createDeedReads } from './read-deeds.ts'
import { readNames, readStates, toFilter } from './read-states.ts'
import type { CellStateRecord } from './records/cell-state.model.ts'
import type { CountedLineRecord } from './records/counted-line.model.ts'
import type { ReorderStateRecord } from './records/item.model.ts'
import type { LoadRecord } from './records/layer.model.ts'
import type { LotStateRecord } from './records/lot-state.model.ts'
import type { HistoryModels } from './records/models.ts'
import type { OrderLineRecord } from './records/order-line.model.ts'
import { readQuantities } from './records/sparse-quantities.ts'
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

type Moved = Pick<OrderLineRecord, 'number' | 'lineNo' | 'sequence' | 'at' | 'moved'>

/** What reports read of orders and counts. */
function createDocumentReads({
  orderLines,
  countedLines,
  reorderStates,
  items,
}: HistoryModels): Pick<HistoryReads, 'orderLines' | 'deliveries' | 'countedLines' | 'reorderPoints'> {
  return {
    async *orderLines(family, moment, selection, which): AsyncGenerator<Named<OrderLineState>> {
      const { last, states } = orderLines[family]
      const isDue = which !== 'open' && { due: { $gte: which.dueFrom, $lte: which.dueTo }, removed: { $exists: false } }
      const from = { last, states, items, where: isDue || { isOpen: true } }
      for await (const record of readStates<OrderLineRecord>(from, ['number', 'lineNo'], moment, selection))
        yield { ...toOrderLineState(record), shortID: record.shortID }
    },
    async deliveries(family, numbers, { sequence, at }) {
      const { last, states } = orderLines[family]
      const isKnown = { number: { $in: [...numbers] }, sequence: { $lte: sequence }, at: { $lte: at } }
      const filter = { ...isKnown, moved: { $exists: true } }
      const sort = { number: 1, lineNo: 1, sequence: 1 } as const
      const projection = { _id: 0, number: 1, lineNo: 1, sequence: 1, at: 1, moved: 1 } as const
      // As in readStates: records of mongoose cost several times as much.
      const read = ({ collection }: Pick<Model<unknown>, 'collection'>) =>
        collection.find<Moved>(filter, { projection, sort, batchSize: BATCH }).toArray()
      // What is followed by another change between the two reads is in both. The last states come after all others.
      const lasting = await read(last)
      const ended = await read(states)
      const idOf = (record: Moved) => `${record.number}/${record.lineNo}/${record.sequence}`
      const found = new Map([...ended, ...lasting].map((record) => [idOf(record), record]))
      return [...found.values()].map(({ number, lineNo, moved, ...record }) => ({
        number,
        lineNo,
        at: record.at,
        units: moved ? toQuantity(moved) : ZERO,
      }))
    },
    async reorderPoints({ sequence, at }, selection) {
      const filter = { ...toFilter(selection), sequence: { $lte: sequence }, at: { $lte: at } }
      const states = await reorderStates.find(filter).sort({ partNo: 1, wid: 1, at: 1, sequence: 1 }).lean()
      const last = [...groupBy(states, ({ partNo, wid }) => `${partNo}/${wid}`).values()].flatMap((of) => of.slice(-1))
      const names = await readNames(items, last)
      return last.flatMap((state) => toPoint(state, names.get(state.partNo) ?? ''))
    },
    async *countedLines(from, { sequence, at }, selection): AsyncGenerator<CountedLineRecord> {
      const filter = { ...toFilter(selection), sequence: { $lte: sequence }, at: { $gte: from, $lte: at } }
      yield* countedLines.find(filter).sort({ at: 1, _id: 1 }).lean<CountedLineRecord>().cursor({ batchSize: BATCH })
    },
  }
}

/** None if the settings were removed. */
function toPoint(state: ReorderStateRecord, shortID: string): Named<ReorderPoint>[] {
  const { partNo, wid, minimum, reorderTo, leadDays } = state
  if (!minimum || !reorderTo) return []
  return [{ partNo, shortID, wid, minimum: toQuantity(minimum), reorderTo: toQuantity(reorderTo), leadDays }]
}
