import type { Connection } from 'mongoose'
import type { Counters } from '../../../shared/database/counters.ts'
import type { PageIndex } from '../../../shared/database/page-index/page-index.ts'
import type { LotModel } from '../lots/lot.model.ts'
import type { OperationParts } from '../orders/stock-operation.ts'
import type { ReferenceParts } from '../registries/references.ts'

/** Limits of the operator for all counts; null for none. */
export interface CountLimits {
  readonly maxUnits: number | null
  readonly maxPercent: number | null
  readonly maxValue: number | null
}

export interface CountParts extends OperationParts, ReferenceParts {
  readonly connection: Connection
  readonly counters: Counters
  readonly lots: LotModel
  readonly pageIndex: PageIndex
  readonly limits: CountLimits
}
