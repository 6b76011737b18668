import { onHandAsOf } from '../../../shared/contract/reports/stock-reports.ts'
import { toNumber, ZERO } from '../../../shared/quantity.ts'
import type { CellState } from '../history/derive/cell-state.ts'
import type { Named } from '../history/history.ts'
import { defineReport, momentOf, selectionOf } from './report.ts'

/** 1001: the figures of levels, or of lots, as they were at a moment. */
export const onHand = defineReport(onHandAsOf, async function* (history, question) {
  const { query, now, days } = question
  const moment = momentOf(query.asOf, now, days)
  const selection = await selectionOf(history, question)
  if (query.by === 'lot') {
    for await (const { partNo, shortID, wid, recNo, spot, inStock, onHold, aSN } of history.lots(moment, selection)) {
      if ([inStock, onHold, aSN].every((figure) => figure.eq(ZERO))) continue
      const ofLot = { inStock: toNumber(inStock), onHold: toNumber(onHold), aSN: toNumber(aSN) }
      yield { partNo, shortID, wid, recNo, spot, ...UNKNOWN_OF_LOTS, ...ofLot }
    }
    return
  }
  for await (const state of history.cells(moment, selection)) {
    if (figures.every((figure) => state[figure].eq(ZERO))) continue
    yield toRow(state)
  }
})

const figures = ['inStock', 'onHold', 'onOrder', 'committed', 'packed', 'aSN'] as const

/** Orders and promises are of items; they do not say which lot. */
const UNKNOWN_OF_LOTS = { available: null, onOrder: null, committed: null, packed: null }

function toRow({ partNo, shortID, wid, inStock, onHold, onOrder, committed, packed, aSN }: Named<CellState>) {
  return {
    partNo,
    shortID,
    wid,
    recNo: null,
    spot: null,
    available: toNumber(inStock.minus(onHold).minus(committed).minus(packed)),
    inStock: toNumber(inStock),
    onOrder: toNumber(onOrder),
    onHold: toNumber(onHold),
    committed: toNumber(committed),
    packed: toNumber(packed),
    aSN: toNumber(aSN),
  }
}
