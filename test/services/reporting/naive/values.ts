import { type CellState, cellId } from '../../../../services/reporting/history/derive/cell-state.ts'
import { foldEntry, type LastStates, widsOf } from '../../../../services/reporting/history/derive/fold-entry.ts'
import { createLayerQueue } from '../../../../services/reporting/history/derive/layer-queue.ts'
import type { FeedChange } from '../../../../services/reporting/history/history.ts'
import { isOfStock } from '../report-world.ts'
import { ZERO } from './levels-at.ts'

/** States by partNo/wid/sequence. */
export type ValuesAfter = ReadonlyMap<string, CellState>

/** What items in warehouses are worth after each change: everything in memory, without pages and stored states. */
export async function foldValues(changes: readonly FeedChange[]): Promise<ValuesAfter> {
  const none = { units: ZERO, priced: ZERO, value: ZERO }
  const reader = { numbered: async () => [], ofLot: async () => [] }
  const last: LastStates = {
    cells: new Map(),
    lots: new Map(),
    loads: new Map(),
    withdrawals: new Map(),
    startLayers: () => createLayerQueue({ first: 0, next: 0 }, none, reader),
  }
  const after = new Map<string, CellState>()
  for (const change of changes.filter(isOfStock)) {
    await foldEntry(last, change.data, change.sequence, change.at)
    for (const wid of widsOf(change.data)) {
      const id = cellId({ ...change.data, wid })
      const state = last.cells.get(id)?.state
      if (state) after.set(`${id}/${change.sequence}`, state)
    }
  }
  return after
}
