import { activity } from './activity.ts'
import { ageing } from './ageing.ts'
import { accuracy } from './count-accuracy.ts'
import { expiry } from './expiry.ts'
import { onHand } from './on-hand.ts'
import { openOrders } from './open-purchase-orders.ts'
import { reorderList } from './reorder.ts'
import type { Report } from './report.ts'
import { serviceLevels } from './service-levels.ts'
import { stockTurnover } from './turnover.ts'
import { valuation } from './valuation.ts'
import { deedsByPerson } from './who-did-what.ts'

/** Every report, by its number. */
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
