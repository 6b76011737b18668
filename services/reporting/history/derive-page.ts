import type { Item } from '../../../shared/contract/catalog/catalog.ts'
import type { LedgerEntry } from '../../../shared/contract/inventory/inventory.ts'
import { isItemChange } from '../../../shared/contract/notifications/change-kinds.ts'
import { toQuantity, toStored } from '../../../shared/quantity.ts'
import { cellId, fromCellState, toCellState } from './derive/cell-state.ts'
import { foldEntry, type LastStates, widsOf } from './derive/fold-entry.ts'
import { fromLotState, lotEffects, lotId, toLotState } from './derive/lot-state.ts'
import { deriveDocuments, firstThatFit, readOrders } from './derive-documents.ts'
import { type DerivedPage, type FeedChange, type PageInWork, readByIds, startPage } from './derived-page.ts'
import type { LastCellRecord } from './records/cell-state.model.ts'
import type { DeedRecord } from './records/deed.model.ts'
import { type ItemRecord, nameUnlessNamed, unlessChangedSince } from './records/item.model.ts'
import type { LotStateRecord } from './records/lot-state.model.ts'
import type { HistoryModels } from './records/models.ts'
import { endState } from './records/past-state.ts'
import { createLayerStore, type LayerStore, leaveCarried, readCarried } from './value-books.ts'

interface StockChange extends FeedChange {
  readonly data: LedgerEntry
}

/**
 * Derives the rows of consecutive changes, or of the first of them, from the last states; those of the page before may not
 * be written yet.
 */
export async function derivePage(
  models: HistoryModels,
  offered: readonly FeedChange[],
  before: DerivedPage | undefined,
): Promise<DerivedPage> {
  const page = startPage(before)
  const orders = await readOrders(models, offered, page)
  const changes = firstThatFit(offered, orders)
  // The feed holds what its schema has let in, and the follower has completed it.
  const ofStock = changes.filter(({ type }) => type.startsWith('inventory.')) as readonly StockChange[]
  const layers = createLayerStore(models, page)
  const last = await readLastStates(models, ofStock, layers, page)
  const known: KnownIds = {
    cells: new Set(last.cells.keys()),
    lots: new Set(last.lots.keys()),
    loads: new Set(last.loads.keys()),
    withdrawals: new Set(last.withdrawals.keys()),
  }
  for (const change of ofStock) await writeChange(models, last, change, page)
  leaveLastStates(models, last, known, page)
  layers.leave(last.cells)
  leaveCarried(models, last, known, page)
  const withNewItems = ofStock.filter(({ data }) =>
    widsOf(data).some((wid) => !known.cells.has(cellId({ ...data, wid }))),
  )
  writeItems(models, changes, withNewItems, page)
  await deriveDocuments(models, changes, orders, page)
  return page.done(changes)
}

/** Ids of states that were there before the page. */
interface KnownIds {
  readonly cells: ReadonlySet<string>
  readonly lots: ReadonlySet<string>
  readonly loads: ReadonlySet<number>
  readonly withdrawals: ReadonlySet<number>
}

async function readLastStates(
  models: HistoryModels,
  changes: readonly StockChange[],
  layers: LayerStore,
  page: PageInWork,
): Promise<LastStates> {
  const entries = changes.map(({ data }) => data)
  const ofCells = changes.flatMap(({ data }) => widsOf(data).map((wid) => cellId({ ...data, wid })))
  const ofLots = changes.flatMap(({ data }) => lotEffects(data).map(lotId))
  const [cells, lots, carried] = await Promise.all([
    readByIds<LastCellRecord>(models.cells, ofCells, page),
    readByIds<LotStateRecord>(models.lots, ofLots, page),
    readCarried(models, entries, page),
  ])
  const last: LastStates = {
    cells: new Map(
      cells.map((record) => {
        const { _id, clock, firstLayer: first, nextLayer: next } = record
        const state = toCellState(record)
        return [_id, { state, clock, layers: layers.queueOf(_id, state, { first, next }) }]
      }),
    ),
    lots: new Map(lots.map((record) => [record._id, toLotState(record)])),
    ...carried,
    startLayers: (cell) => layers.queueOf(cell),
  }
  await layers.readAhead(entries, last.cells)
  return last
}

async function writeChange(
  models: HistoryModels,
  last: LastStates,
  { sequence, at, data }: StockChange,
  { to }: PageInWork,
): Promise<void> {
  const { cells, lots } = await foldEntry(last, data, sequence, at)
  to.insert(
    models.cellStates,
    cells.flatMap(({ before, after }) =>
      before ? endState(fromCellState(before, `${cellId(before)}/${before.sequence}`), after) : [],
    ),
  )
  to.insert(
    models.lotStates,
    lots.flatMap(({ before, after }) =>
      before ? endState(fromLotState(before, `${lotId(before)}/${before.sequence}`), after) : [],
    ),
  )
  to.insert(models.deeds, [toDeed(data, sequence, at)])
}

/** Only the keys of the page were read, and are written again. */
function leaveLastStates(models: HistoryModels, { cells, lots }: LastStates, known: KnownIds, page: PageInWork): void {
  const ofCells = [...cells].map(([_id, { state, clock, layers }]) => {
    const { first: firstLayer, next: nextLayer } = layers.ends()
    return { ...fromCellState(state, _id), clock, firstLayer, nextLayer }
  })
  page.leave<LastCellRecord>(models.cells, ofCells, known.cells)
  const ofLots = [...lots].map(([_id, state]) => fromLotState(state, _id))
  page.leave<LotStateRecord>(models.lots, ofLots, known.lots)
}

/** Items as their latest change has them, which may come before older ones; of one without, what its stock says. */
function writeItems(
  models: HistoryModels,
  changes: readonly FeedChange[],
  withNewItems: readonly StockChange[],
  { to }: PageInWork,
): void {
  const names = new Map(withNewItems.map(({ data }) => [data.partNo, data.itemID]))
  const included = changes
    .filter(({ type }) => isItemChange(type))
    // As above.
    .map(({ data }) => data as Item)
  to.add(
    models.items,
    [...names].map(([partNo, shortID]) => nameUnlessNamed(partNo, shortID)),
  )
  const onMissed = async (missed: number) => Math.min(missed, included.length)
  to.add<ItemRecord>(models.items, included.flatMap(unlessChangedSince), { onMissed })
}

function toDeed(entry: LedgerEntry, _id: number, at: Date): DeedRecord {
  const { transactionNo, type, clientId, actor = '', partNo, units, wid, levels, lots, reverses, person } = entry
  const wids = [wid, ...levels.map((change) => change.wid), ...lots.flatMap((lot) => lot.wids)]
  return {
    _id,
    at,
    transactionNo,
    type,
    clientId,
    actor,
    ...(person && { person: `${person.issuer} ${person.subject}` }),
    partNo,
    units: toStored(toQuantity(units)),
    wids: [...new Set(wids)],
    reverses,
  }
}
