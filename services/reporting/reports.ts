import { activity } from './reports/activity.ts'
import { ageing } from './reports/ageing.ts'
import { accuracy } from './reports/count-accuracy.ts'
import { expiry } from './reports/expiry.ts'
import { onHand } from './reports/on-hand.ts'
import { openOrders } from './reports/open-purchase-orders.ts'
import { reorderList } from './reports/reorder.ts'
import type { Report } from './reports/report.ts'
import { serviceLevels } from './reports/service-levels.ts'
import { stockTurnover } from './reports/turnover.ts'
import { valuation } from './reports/valuation.ts'
import { deedsByPerson } from './reports/who-did-what.ts'

export const reports: readonly Report[] = [
  valuation,
  activity,
  openOrders,
  onHand,
  ageing,
  reorderList,
  expiry,
  stockTurnover,
  serviceLevels,
  accuracy,
  deedsByPerson,
]
