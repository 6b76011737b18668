import type { ReportDeclaration } from './declaration.ts'
import { openPurchaseOrders, orderService } from './order-reports.ts'
import { reorder, turnover } from './planning-reports.ts'
import { inventoryActivity, onHandAsOf, stockAgeing, stockExpiry, stockValuation } from './stock-reports.ts'
import { countAccuracy, whoDidWhat } from './work-reports.ts'

export type { ReportDeclaration } from './declaration.ts'

/** Every report that can be run, by its number. */
export const declarations: readonly ReportDeclaration[] = [
  stockValuation,
  inventoryActivity,
  openPurchaseOrders,
  onHandAsOf,
  stockAgeing,
  reorder,
  stockExpiry,
  turnover,
  orderService,
  countAccuracy,
  whoDidWhat,
]
