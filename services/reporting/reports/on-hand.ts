import { onHandAsOf } from '../../../shared/contract/reports/stock-reports.ts'
import { toNumber, ZERO } from '../../../shared/quantity.ts'
import { defineReport, momentOf, numbersOf, selectionOf } from './report.ts'

/** 1001: the figures of levels, or of lots, as they were at a moment. */
export const onHand = defineReport(onHandAsOf, async function* (history, question) {
  const { query } = question
  const moment = momentOf(question)
  const selection = await selectionOf(history, question)
  if (query.by === 'lot') {
    for await (const { partNo, shortID, wid, recNo, spot, inStock, onHold, aSN } of history.lots(moment, selection)) {
      if ([inStock, onHold, aSN].every((figure) => figure.eq(ZERO))) continue
      const ofLot = numbersOf({ inStock, onHold, aSN }, ['inStock', 'onHold', 'aSN'])
      yield { partNo, shortID, wid, recNo, spot, ...UNKNOWN_OF_LOTS, ...ofLot }
    }
    return
  }
  for await (const state of history.cells(moment, selection)) {
    if (figures.every((figure) => state[figure].eq(ZERO))) continue
    const { partNo, shortID, wid, inStock, onHold, committed, packed } = state
    const available = toNumber(inStock.minus(onHold).minus(committed).minus(packed))
    yield { partNo, shortID, wid, recNo: null, spot: null, available, ...numbersOf(state, figures) }
  }
})

const figures = ['inStock', 'onOrder', 'onHold', 'committed', 'packed', 'aSN'] as const

/** Orders and promises are of items; they do not say which lot. */
const UNKNOWN_OF_LOTS = { available: null, onOrder: null, committed: null, packed: null }
