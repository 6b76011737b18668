import { stockValuation } from '../../../shared/contract/reports/stock-reports.ts'
import { type Quantity, sum, toNumber, ZERO } from '../../../shared/quantity.ts'
import { createDays } from '../history/days.ts'
import { type CellState, cellId } from '../history/derive/cell-state.ts'
import type { HistoryReads, Moment, Named } from '../history/history.ts'
import { inBatches } from '../history/sequences.ts'
import { momentOf } from './moments.ts'
import { defineReport, selectionOf } from './report.ts'

const COST_DECIMALS = 6
/** Items in warehouses whose layers are read at once. */
const CELLS_AT_ONCE = 2_000

/** The value of the units that have a price, and how many have none. */
interface Worth {
  readonly value: Quantity
  readonly unpriced: Quantity
}

/** 15: what stock is worth, by the prices of its lots, their moving average, or those of what came last. */
export const valuation = defineReport(stockValuation, async function* (history, question) {
  const { query, now, timeZone } = question
  const moment = momentOf(query.asOf, now, createDays(timeZone))
  const selection = await selectionOf(history, question)
  for await (const { batch } of inBatches(history.cells(moment, selection), CELLS_AT_ONCE)) {
    const states = batch.filter(({ inStock }) => !inStock.eq(ZERO))
    const worthOf = query.method === 'fifo' ? await byLayers(history, states, moment) : worthBy[query.method]
    for (const state of states) yield toRow(state, worthOf(state))
  }
})

const worthBy = {
  lot: ({ value, unpriced }: CellState): Worth => ({ value, unpriced }),
  average: ({ averageValue: value, unpriced }: CellState): Worth => ({ value, unpriced }),
}

/** What remains is what came last, at the prices of the lots that came. */
async function byLayers(history: HistoryReads, states: readonly CellState[], moment: Moment) {
  const layers = await history.layers(states, moment)
  return (state: CellState): Worth => {
    const priced = (layers.get(cellId(state)) ?? []).flatMap(({ units, price }) => (price ? { units, price } : []))
    // What never came is not known to have cost anything.
    const unpriced = state.inStock.minus(sum(priced.map(({ units }) => units)))
    return { value: sum(priced.map(({ units, price }) => units.times(price))), unpriced }
  }
}

function toRow({ partNo, shortID, wid, inStock }: Named<CellState>, { value, unpriced }: Worth) {
  const priced = inStock.minus(unpriced)
  return {
    partNo,
    shortID,
    wid,
    units: toNumber(inStock),
    unitCost: priced.eq(ZERO) ? null : toNumber(value.div(priced).round(COST_DECIMALS)),
    totalValue: toNumber(value),
    unpricedUnits: toNumber(unpriced),
  }
}
