import type { ClientSession } from 'mongoose'
import type { Item } from '../../../shared/contract/catalog/catalog.ts'
import type { LedgerEntry } from '../../../shared/contract/inventory/inventory.ts'
import { createWrites, type RecordWrite, type Writes } from '../../../shared/database/unit-of-work.ts'
import { toStoredExactly } from '../decimal.ts'
import { arrivalsOf } from './derive/arrivals.ts'
import { type CellState, cellEffects, cellId, fromCellState, nextCellState, toCellState } from './derive/cell-state.ts'
import { toDeed } from './derive/deed.ts'
import { fromLotState, type LotState, lotEffects, lotId, nextLotState, toLotState } from './derive/lot-state.ts'
import type { FeedChange } from './history.ts'
import type { CellStateRecord } from './records/cell-state.model.ts'
import type { ItemRecord } from './records/item.model.ts'
import type { LotStateRecord } from './records/lot-state.model.ts'
import type { HistoryModels } from './records/models.ts'

/** A change of stock with what it changes of each item and lot in each warehouse. */
interface StockChange extends Pick<FeedChange, 'sequence' | 'at'> {
  readonly entry: LedgerEntry
  readonly cells: ReturnType<typeof cellEffects>
  readonly lots: ReturnType<typeof lotEffects>
}

/** Derives the rows of consecutive changes from the last states, and writes them in the transaction of the session. */
export async function derivePage(
  models: HistoryModels,
  changes: readonly FeedChange[],
  session: ClientSession,
): Promise<void> {
  const writes = createWrites(session)
  const ofStock = changes.filter(({ type }) => type.startsWith('inventory.')).map(toStockChange)
  await deriveCells(models, ofStock, session, writes)
  await deriveLots(models, ofStock, session, writes)
  writes.insert(models.arrivals, ofStock.flatMap(toArrivals))
  writes.insert(
    models.deeds,
    ofStock.map(({ entry, sequence, at }) => toDeed(entry, sequence, at)),
  )
  deriveItems(models, changes, ofStock, writes)
  await writes.send()
}

function toStockChange({ sequence, at, data }: FeedChange): StockChange {
  // The feed holds what its schema has let in, and the follower has completed it.
  const entry = data as LedgerEntry
  return { sequence, at, entry, cells: cellEffects(entry), lots: lotEffects(entry) }
}

async function deriveCells(models: HistoryModels, changes: readonly StockChange[], session: ClientSession, to: Writes) {
  const ids = new Set(changes.flatMap(({ entry, cells }) => cells.map(({ wid }) => cellId({ ...entry, wid }))))
  const found = await models.cells.find({ _id: { $in: [...ids] } }, null, { session }).lean<CellStateRecord[]>()
  const states = new Map<string, CellState>(found.map((record) => [record._id, toCellState(record)]))
  const rows: CellStateRecord[] = []
  for (const change of changes)
    for (const effect of change.cells) {
      const id = cellId({ ...change.entry, wid: effect.wid })
      const state = nextCellState(states.get(id), change.entry, effect, change)
      states.set(id, state)
      rows.push(fromCellState(state, `${id}/${change.sequence}`))
    }
  to.insert(models.cellStates, rows)
  to.add<CellStateRecord>(
    models.cells,
    [...states].map(([_id, state]) => replaceOne(fromCellState(state, _id))),
  )
}

async function deriveLots(models: HistoryModels, changes: readonly StockChange[], session: ClientSession, to: Writes) {
  const ids = new Set(changes.flatMap(({ lots }) => lots.map(lotId)))
  const found = await models.lots.find({ _id: { $in: [...ids] } }, null, { session }).lean<LotStateRecord[]>()
  const states = new Map<string, LotState>(found.map((record) => [record._id, toLotState(record)]))
  const rows: LotStateRecord[] = []
  for (const change of changes) {
    const touched = new Map<string, LotState>()
    for (const effect of change.lots) {
      const state = nextLotState(states.get(lotId(effect)), change.entry, effect, change)
      states.set(lotId(effect), state)
      touched.set(lotId(effect), state)
    }
    // An entry may name a lot several times.
    rows.push(...[...touched].map(([id, state]) => fromLotState(state, `${id}/${change.sequence}`)))
  }
  to.insert(models.lotStates, rows)
  to.add<LotStateRecord>(
    models.lots,
    [...states].map(([_id, state]) => replaceOne(fromLotState(state, _id))),
  )
}

const replaceOne = <R extends { readonly _id: string }>(record: R) =>
  // The driver's types do not tell that a record with its _id is a replacement.
  ({ name: 'replaceOne', filter: { _id: record._id }, replacement: record, upsert: true }) as unknown as RecordWrite<R>

function toArrivals({ entry, sequence, at }: StockChange) {
  return arrivalsOf(entry).map(({ units, ...arrival }) => ({
    _id: `${sequence}/${arrival.wid}/${arrival.recNo}`,
    partNo: entry.partNo,
    ...arrival,
    sequence,
    at,
    units: toStoredExactly(units),
  }))
}

/** Items as the catalog tells them; of one that it has not told, what its stock says. */
function deriveItems(
  models: HistoryModels,
  changes: readonly FeedChange[],
  ofStock: readonly StockChange[],
  to: Writes,
): void {
  const names = new Map(ofStock.map(({ entry }) => [entry.partNo, entry.itemID]))
  const told = changes
    .filter(({ type }) => type.startsWith('item.'))
    // As above.
    .map(({ data }) => data as Item)
  to.add<ItemRecord>(models.items, [
    ...[...names].map(([_id, shortID]) => {
      const update = { $setOnInsert: { shortID, category: null } }
      return { name: 'updateOne', filter: { _id }, update, upsert: true } as const
    }),
    ...told.map(({ partNo: _id, shortID, category }) => {
      const update = { $set: { shortID, category } }
      return { name: 'updateOne', filter: { _id }, update, upsert: true } as const
    }),
  ])
}
