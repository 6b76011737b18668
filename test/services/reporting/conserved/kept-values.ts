import { Big } from 'big.js'
import { cellId } from '../../../../services/reporting/history/derive/cell-state.ts'
import { foldEntry, type LastStates } from '../../../../services/reporting/history/derive/fold-entry.ts'
import { createLayerQueue, type QueuedLayer } from '../../../../services/reporting/history/derive/layer-queue.ts'
import type { ValueSum } from '../../../../services/reporting/history/records/cell-state.model.ts'
import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'

export const methods = ['lot', 'average', 'fifo'] as const
export type Method = (typeof methods)[number]

/** What is known of an item in a warehouse by a method. */
export interface KeptValue {
  readonly value: Big
  readonly unpriced: Big
}

const ZERO = new Big(0)

/** Folds entries of one item as the service does; now and then what is known is stored and read again. */
export function keepValues() {
  const stored = new Map<string, QueuedLayer>()
  const readerOf = (cell: string) => ({
    numbered: async (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => stored.get(`${cell}/${from + index}`) ?? []).flat(),
    ofLot: async (recNo: number) =>
      [...stored].filter(([id, layer]) => id.startsWith(`${cell}/`) && layer.recNo === recNo).map(([, layer]) => layer),
  })
  const none = { units: ZERO, priced: ZERO, value: ZERO }
  const last: LastStates = {
    cells: new Map(),
    lots: new Map(),
    loads: new Map(),
    withdrawals: new Map(),
    startLayers: (cell) => createLayerQueue({ first: 0, next: 0 }, none, readerOf(cell)),
  }
  let sequence = 0
  return {
    async fold(entry: LedgerEntry) {
      sequence += 1
      await foldEntry(last, entry, sequence, new Date(entry.at))
    },
    /** As the end of a page does. */
    store() {
      for (const [id, cell] of last.cells) {
        for (const layer of cell.layers.changed()) stored.set(`${id}/${layer.no}`, layer)
        const { inStock, fifoUnpriced, fifoValue: value } = cell.state
        const total = { units: inStock, priced: inStock.minus(fifoUnpriced), value }
        last.cells.set(id, { ...cell, layers: createLayerQueue(cell.layers.ends(), total, readerOf(id)) })
      }
    },
    stateOf: (wid: number) => last.cells.get(cellId({ partNo: 1, wid }))?.state,
    in(wid: number, method: Method): KeptValue {
      const state = this.stateOf(wid)
      if (!state) return { value: ZERO, unpriced: ZERO }
      if (method === 'lot') return { value: state.value, unpriced: state.unpriced }
      if (method === 'average') return { value: state.averageValue, unpriced: state.unpriced }
      return { value: state.fifoValue, unpriced: state.fifoUnpriced }
    },
    /** What a lot in transit carries. */
    inTransit(recNo: number, method: Method): Big {
      const load = last.loads.get(recNo)
      if (!load) return ZERO
      if (method === 'lot') return load.lotValue
      return method === 'average' ? load.average.value : sum(load.layers.map(({ value }) => value))
    },
    /** Over all warehouses and what is in transit. */
    total(method: Method): Big {
      const inStock = [1, 2, 3].map((wid) => this.in(wid, method).value)
      return sum([...inStock, ...[...last.loads.keys()].map((recNo) => this.inTransit(recNo, method))])
    },
    posted: (name: ValueSum) => sum([...last.cells.values()].map(({ state }) => state[name])),
    layersOf: (wid: number) => last.cells.get(cellId({ partNo: 1, wid }))?.layers,
  }
}
export type KeptValues = ReturnType<typeof keepValues>

export const sum = (values: readonly Big[]) => values.reduce((total, value) => total.plus(value), ZERO)
