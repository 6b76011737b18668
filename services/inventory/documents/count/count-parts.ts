import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import type { LotModel } from '../../stock/lots/lot.model.ts'
import type { DocumentParts } from '../kit/document-parts.ts'

/** Limits of the operator for all counts; null for none. */
export interface CountLimits {
  readonly maxUnits: number | null
  readonly maxPercent: number | null
  readonly maxValue: number | null
}

export interface CountParts extends DocumentParts {
  readonly lots: LotModel
  readonly pageIndex: PageIndex
  readonly limits: CountLimits
}
