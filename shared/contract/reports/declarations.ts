import type { ReportDeclaration } from './declaration.ts'
import { inventoryActivity, onHandAsOf, stockAgeing, stockExpiry, stockValuation } from './stock-reports.ts'
import { whoDidWhat } from './work-reports.ts'

export type { ReportDeclaration } from './declaration.ts'

/** Every report that can be run, by its number. */
export const declarations: readonly ReportDeclaration[] = [
  stockValuation,
  inventoryActivity,
  onHandAsOf,
  stockAgeing,
  stockExpiry,
  whoDidWhat,
]
