import { type Quantity, toQuantity, ZERO } from '../../../shared/quantity.ts'
import { type CellState, toCellState, worth } from './derive/cell-state.ts'
import { type LotState, toLotState } from './derive/lot-state.ts'
import { readQuantities } from './derive/sparse-quantities.ts'
import type { CellValue, HistoryReads, Layer } from './history.ts'
import { createDocumentReads } from './read-documents.ts'
import { readStates, toFilter } from './read-states.ts'
import type { CellStateRecord } from './records/cell-state.model.ts'
import type { DeedRecord } from './records/deed.model.ts'
import { type ArrivingLotRecord, isArrival, type LotStateRecord } from './records/lot-state.model.ts'
import type { HistoryModels } from './records/models.ts'
import type { Named } from './selection.ts'

const BATCH = 2_000

export function createHistoryReads(models: HistoryModels): HistoryReads {
  const { cells, cellStates, lots, lotStates, deeds, items } = models
  return {
    async *cells(moment, selection): AsyncGenerator<Named<CellState>> {
      const from = { last: cells, states: cellStates, items }
      for await (const record of readStates<CellStateRecord>(from, ['partNo', 'wid'], moment, selection))
        yield { ...toCellState(record), shortID: record.shortID }
    },
    async *values(from, { sequence, at }, selection): AsyncGenerator<CellValue> {
      const filter = { ...toFilter(selection), at: { $gte: from, $lte: at }, sequence: { $lte: sequence } }
      // The whole records of 45,000 changes take six seconds, these fields of them one.
      const projection = { _id: 0, partNo: 1, wid: 1, at: 1, ...Object.fromEntries(worth.map((name) => [name, 1])) }
      const options = { projection, sort: { at: 1, sequence: 1 }, batchSize: BATCH } as const
      for await (const record of cellStates.collection.find<CellStateRecord>(filter, options)) {
        const { partNo, wid, at: changed } = record
        yield { partNo, wid, at: changed, ...readQuantities(record, worth) }
      }
    },
    async *lots(moment, selection): AsyncGenerator<Named<LotState>> {
      const from = { last: lots, states: lotStates, items }
      for await (const record of readStates<LotStateRecord>(from, ['partNo', 'wid', 'recNo'], moment, selection))
        yield { ...toLotState(record), shortID: record.shortID }
    },
    async *layers({ sequence, at }, selection): AsyncGenerator<Layer> {
      const filter = { ...isArrival, ...toFilter(selection), sequence: { $lte: sequence }, at: { $lte: at } }
      const cursor = lotStates
        .find(filter)
        .sort({ partNo: 1, wid: 1, sequence: -1, recNo: -1 })
        .lean()
        .cursor({ batchSize: BATCH })
      let ofCell: ArrivingLotRecord[] = []
      for await (const arrival of cursor) {
        const [first] = ofCell
        if (first && (first.partNo !== arrival.partNo || first.wid !== arrival.wid)) {
          yield* toLayers(ofCell)
          ofCell = []
        }
        ofCell.push(arrival)
      }
      yield* toLayers(ofCell)
    },
    async *deeds(from, { sequence, at }, { wids, partNos }): AsyncGenerator<DeedRecord> {
      const filter = {
        at: { $gte: from, $lte: at },
        _id: { $lte: sequence },
        ...(wids !== 'all' && { wids: { $in: [...wids] } }),
        ...(partNos && { partNo: { $in: [...partNos] } }),
      }
      const stored = deeds.db.collection<DeedRecord>(deeds.collection.collectionName)
      yield* stored.find(filter, { sort: { at: 1 }, batchSize: BATCH })
    },
    async reversed({ sequence, at }) {
      const filter = { reverses: { $gt: 0 }, _id: { $lte: sequence }, at: { $lte: at } }
      const found = await deeds.find(filter, { reverses: 1 }).lean()
      return new Set(found.flatMap(({ reverses }) => reverses ?? []))
    },
    ...createDocumentReads(models),
    async findItems({ itemID, category }) {
      if (itemID === undefined && category === undefined) return undefined
      const filter = { ...(itemID !== undefined && { shortID: itemID }), ...(category !== undefined && { category }) }
      return (await items.find(filter, { _id: 1 }).lean()).map(({ _id }) => _id)
    },
  }
}

/** The arrivals of a cell less what was taken back of them, in their order. */
function* toLayers(ofCell: readonly ArrivingLotRecord[]): Generator<Layer> {
  const idOf = ({ broughtBy, recNo }: ArrivingLotRecord) => `${broughtBy}/${recNo}`
  const broughtTo = ({ brought }: ArrivingLotRecord) => (brought ? toQuantity(brought) : ZERO)
  const taken = new Map<string, Quantity>()
  for (const arrival of ofCell) {
    const units = broughtTo(arrival)
    if (units.lt(ZERO)) taken.set(idOf(arrival), units.plus(taken.get(idOf(arrival)) ?? ZERO))
  }
  for (const arrival of ofCell) {
    const { partNo, wid, recNo } = arrival
    const units = broughtTo(arrival)
    if (units.lt(ZERO)) continue
    const left = units.plus(taken.get(idOf(arrival)) ?? ZERO)
    if (left.gt(ZERO)) yield { partNo, wid, recNo, units: left }
  }
}
