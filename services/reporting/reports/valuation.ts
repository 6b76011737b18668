import { stockValuation } from '../../../shared/contract/reports/stock-reports.ts'
import { type Quantity, toNumber, ZERO } from '../../../shared/quantity.ts'
import { createDays } from '../history/days.ts'
import type { CellState } from '../history/derive/cell-state.ts'
import type { LotState } from '../history/derive/lot-state.ts'
import type { HistoryReads, Layer, Moment, Named } from '../history/history.ts'
import type { Selection } from '../history/selection.ts'
import { readByPlace } from './by-place.ts'
import { momentOf } from './moments.ts'
import { defineReport, selectionOf } from './report.ts'

const COST_DECIMALS = 6

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
  const worthOf = query.method === 'fifo' ? valueByArrivals(history, moment, selection) : valueAt[query.method]
  for await (const state of history.cells(moment, selection)) {
    if (state.inStock.eq(ZERO)) continue
    yield toRow(state, await worthOf(state))
  }
})

const valueAt = {
  lot: ({ value, unpriced }: CellState): Worth => ({ value, unpriced }),
  average: ({ averageValue: value, unpriced }: CellState): Worth => ({ value, unpriced }),
}

function valueByArrivals(history: HistoryReads, moment: Moment, selection: Selection) {
  const layers = readByPlace(history.layers(moment, selection))
  const lots = readByPlace(history.lots(moment, selection))
  return async (state: CellState): Promise<Worth> =>
    valueOfLatest(state.inStock, await layers.readAt(state), await lots.readAt(state))
}

/** What remains is what came last, at the prices of the lots that came. */
function valueOfLatest(inStock: Quantity, layers: readonly Layer[], lots: readonly LotState[]): Worth {
  const prices = new Map(lots.map(({ recNo, price }) => [recNo, price]))
  let [left, value, unpriced] = [inStock, ZERO, ZERO]
  for (const { recNo, units } of layers) {
    const taken = units.lt(left) ? units : left
    if (taken.lte(ZERO)) break
    const price = prices.get(recNo)
    if (price) value = value.plus(taken.times(price))
    else unpriced = unpriced.plus(taken)
    left = left.minus(taken)
  }
  // What never came is not known to have cost anything.
  return { value, unpriced: unpriced.plus(left) }
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
