import type { Model } from 'mongoose'
import type { LedgerEntry } from '../../../shared/contract/inventory/inventory.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import { toQuantity, ZERO } from '../../../shared/quantity.ts'
import type { Load, Withdrawal } from './derive/books.ts'
import type { CellState } from './derive/cell-state.ts'
import type { Cell } from './derive/fold-entry.ts'
import type { Layer } from './derive/layer.ts'
import { createLayerQueue, type LayerQueue, type LayerReader, type QueuedLayer } from './derive/layer-queue.ts'
import { lotEffects } from './derive/lot-state.ts'
import { type PageInWork, readByIds } from './derived-page.ts'
import {
  type LayerDecimal,
  type LayerRecord,
  type LoadRecord,
  layerDecimals,
  loadDecimals,
  type WithdrawalRecord,
} from './records/layer.model.ts'
import type { HistoryModels } from './records/models.ts'
import { readQuantities, storeQuantities } from './records/sparse-quantities.ts'

const EMPTY: Layer = { units: ZERO, priced: ZERO, value: ZERO }
/** Of an item of which units leave, so many layers are read with those of the other items of the page. */
const READ_AHEAD = 4

/** Layers of the items of a page: what is read once is kept until the page is done. */
export interface LayerStore {
  queueOf(cell: string, state?: CellState, ends?: { readonly first: number; readonly next: number }): LayerQueue
  /** Reads at once what most of the entries will ask for. */
  readAhead(entries: readonly LedgerEntry[], cells: ReadonlyMap<string, Cell>): Promise<void>
  /** Layers that were changed, and which of them are stored. */
  leave(cells: ReadonlyMap<string, Cell>): void
}

export function createLayerStore({ layers }: HistoryModels, page: PageInWork): LayerStore {
  /** By id; undefined for those that are not stored. */
  const read = new Map<string, LayerRecord | undefined>()
  const ofLots = new Map<number, readonly LayerRecord[]>()
  const keep = (found: readonly LayerRecord[]) => {
    for (const record of found) read.set(record._id, record)
  }
  const readIds = async (ids: readonly string[]) => {
    const unknown = ids.filter((id) => !read.has(id))
    if (unknown.length > 0) {
      for (const id of unknown) read.set(id, undefined)
      keep(await readByIds<LayerRecord>(layers, unknown, page))
    }
    return ids.flatMap((id) => read.get(id) ?? [])
  }
  const readLots = async (recNos: readonly number[]) => {
    const unknown = new Set(recNos.filter((recNo) => !ofLots.has(recNo)))
    if (unknown.size === 0) return
    const isMeant = ({ recNo }: LayerRecord) => unknown.has(recNo)
    const found = await page.read<LayerRecord>(layers, { recNo: { $in: [...unknown] } }, isMeant)
    keep(found)
    const byLot = groupBy(found, ({ recNo }) => recNo)
    for (const recNo of unknown) ofLots.set(recNo, byLot.get(recNo) ?? [])
  }
  const readerOf = (cell: string): LayerReader => ({
    async numbered(from, to) {
      const ids = Array.from({ length: to - from }, (_, index) => `${cell}/${from + index}`)
      return (await readIds(ids)).map(toQueued)
    },
    async ofLot(recNo) {
      await readLots([recNo])
      return (ofLots.get(recNo) ?? []).filter((record) => record.cell === cell).map(toQueued)
    },
  })
  return {
    queueOf: (cell, state, ends = { first: 0, next: 0 }) =>
      createLayerQueue(ends, state ? totalOf(state) : EMPTY, readerOf(cell)),
    async readAhead(entries, cells) {
      const ids = entries.flatMap(({ partNo, levels }) =>
        levels
          .filter(({ figure, units }) => figure === 'inStock' && units < 0)
          .flatMap(({ wid }) => {
            const cell = `${partNo}/${wid}`
            const { first, next } = cells.get(cell)?.layers.ends() ?? { first: 0, next: 0 }
            const count = Math.min(READ_AHEAD, next - first)
            return Array.from({ length: count }, (_, index) => `${cell}/${first + index}`)
          }),
      )
      const named = entries.filter(({ type }) => type === 'amend' || type === 'reverse')
      const recNos = named.flatMap((entry) => lotEffects(entry).map(({ recNo }) => recNo))
      await Promise.all([readIds([...new Set(ids)]), readLots(recNos)])
    },
    leave(cells) {
      const changed = [...cells].flatMap(([cell, queue]) =>
        queue.layers.changed().map((layer) => toRecord(cell, layer)),
      )
      page.leave<LayerRecord>(layers, changed, { has: (id) => read.get(id) !== undefined })
    },
  }
}

const totalOf = ({ inStock, fifoUnpriced, fifoValue }: CellState): Layer => ({
  units: inStock,
  priced: inStock.minus(fifoUnpriced),
  value: fifoValue,
})

const toQueued = ({ no, recNo, ...record }: LayerRecord): QueuedLayer => ({
  no,
  recNo,
  ...readQuantities(record, layerDecimals),
})

const toRecord = (cell: string, { no, recNo, ...layer }: QueuedLayer): LayerRecord => ({
  _id: `${cell}/${no}`,
  cell,
  no,
  recNo,
  ...storeQuantities(layer, layerDecimals),
})

/** What lots in transit carry that entries name, and what was taken by those that entries reverse. */
export async function readCarried(models: HistoryModels, entries: readonly LedgerEntry[], page: PageInWork) {
  const inTransit = entries.flatMap(({ lots }) =>
    lots.flatMap(({ recNo, facts }) =>
      recNo !== null && (facts?.inTransit || facts?.before?.inTransit) ? [recNo] : [],
    ),
  )
  const reversed = entries.flatMap(({ reverses }) => reverses ?? [])
  const read = async <R extends LoadRecord | WithdrawalRecord>(model: Model<R>, numbers: readonly number[]) =>
    numbers.length === 0 ? [] : readByIds<R>(model, numbers.map(String), page)
  const [loads, withdrawals] = await Promise.all([
    read<LoadRecord>(models.loads, inTransit),
    read<WithdrawalRecord>(models.withdrawals, reversed),
  ])
  return {
    loads: new Map(loads.map((record) => [record.recNo, toLoad(record)])),
    withdrawals: new Map(withdrawals.map((record) => [record.transactionNo, toWithdrawal(record)])),
  }
}

/** Leaves what was changed of them. */
export function leaveCarried(
  models: HistoryModels,
  now: { readonly loads: ReadonlyMap<number, Load>; readonly withdrawals: ReadonlyMap<number, Withdrawal> },
  known: { readonly loads: ReadonlySet<number>; readonly withdrawals: ReadonlySet<number> },
  page: PageInWork,
): void {
  page.leave<LoadRecord>(models.loads, [...now.loads.values()].map(fromLoad), {
    has: (id) => known.loads.has(Number(id)),
  })
  const added = [...now.withdrawals.values()].filter(({ transactionNo }) => !known.withdrawals.has(transactionNo))
  page.leave<WithdrawalRecord>(models.withdrawals, added.map(fromWithdrawal), new Set())
}

export function toLoad({ recNo, partNo, wid, layers, ...record }: LoadRecord): Load {
  const { priced, lotValue, averageValue: value } = readQuantities(record, loadDecimals)
  return { recNo, partNo, wid, lotValue, average: { priced, value }, layers: layers.map(toLayer) }
}

function fromLoad({ recNo, partNo, wid, lotValue, average: { priced, value }, layers }: Load): LoadRecord {
  const decimals = storeQuantities({ priced, lotValue, averageValue: value }, loadDecimals)
  const isThere = layers.length > 0 || Object.keys(decimals).length > 0
  return { _id: String(recNo), recNo, partNo, wid, isThere, ...decimals, layers: layers.map(fromLayer) }
}

const toWithdrawal = ({ transactionNo, averageValue, layers }: WithdrawalRecord): Withdrawal => ({
  transactionNo,
  averageValue: averageValue ? toQuantity(averageValue) : ZERO,
  layers: layers.map(({ recNo, ...layer }) => ({ recNo, ...toLayer(layer) })),
})

const fromWithdrawal = ({ transactionNo, averageValue, layers }: Withdrawal): WithdrawalRecord => ({
  _id: String(transactionNo),
  transactionNo,
  ...storeQuantities({ averageValue }, ['averageValue']),
  layers: layers.map(({ recNo, ...layer }) => ({ recNo, ...fromLayer(layer) })),
})

const toLayer = (record: Parameters<typeof readQuantities<LayerDecimal>>[0]) => readQuantities(record, layerDecimals)
const fromLayer = (layer: Layer) => storeQuantities(layer, layerDecimals)
