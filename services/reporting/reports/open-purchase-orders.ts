import { dayNamedBy } from '../../../shared/contract/dates/days.ts'
import { openPurchaseOrders } from '../../../shared/contract/reports/order-reports.ts'
import { daysBetween } from '../../../shared/day.ts'
import { toNumber } from '../../../shared/quantity.ts'
import { defineReport, momentOf, selectionOf } from './report.ts'

/** 47: what is still expected of vendors. */
export const openOrders = defineReport(openPurchaseOrders, async function* (history, question) {
  const { query, days } = question
  const moment = momentOf(question)
  const today = days.dayOf(moment.at).name
  const selection = await selectionOf(history, question)
  for await (const line of history.orderLines('purchase', moment, selection, 'open')) {
    const { number: poNo, lineNo, party: vendor, partNo, shortID, wid, units, done, open, price, due } = line
    if (query.vendor !== undefined && vendor !== query.vendor) continue
    yield {
      poNo,
      lineNo,
      vendor,
      partNo,
      shortID,
      wid,
      ordered: toNumber(units),
      received: toNumber(done),
      open: toNumber(open),
      openValue: price && toNumber(open.times(price)),
      expectedDate: due?.toISOString() ?? null,
      daysLate: due && Math.max(0, daysBetween(dayNamedBy(due, days), today)),
    }
  }
})
