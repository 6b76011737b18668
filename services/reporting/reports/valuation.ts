import { stockValuation } from '../../../shared/contract/reports/stock-reports.ts'
import { type Quantity, toNumber, ZERO } from '../../../shared/quantity.ts'
import type { CellState } from '../history/derive/cell-state.ts'
import type { Named } from '../history/history.ts'
import { defineReport, momentOf, selectionOf } from './report.ts'

const COST_DECIMALS = 6

/** The value of the units that have a price, and how many have none. */
interface Worth {
  readonly value: Quantity
  readonly unpriced: Quantity
}

/** 15: what stock is worth, by the prices of its lots, their moving average, or those of what came last. */
export const valuation = defineReport(stockValuation, async function* (history, question) {
  const { query } = question
  const moment = momentOf(question)
  const selection = await selectionOf(history, question)
  const worthOf = worthBy[query.method]
  for await (const state of history.cells(moment, selection))
    if (!state.inStock.eq(ZERO)) yield toRow(state, worthOf(state))
})

const worthBy = {
  lot: ({ value, unpriced }: CellState): Worth => ({ value, unpriced }),
  average: ({ averageValue: value, unpriced }: CellState): Worth => ({ value, unpriced }),
  fifo: ({ fifoValue: value, fifoUnpriced: unpriced }: CellState): Worth => ({ value, unpriced }),
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
