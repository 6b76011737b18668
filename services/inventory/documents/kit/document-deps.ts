import type { Connection } from 'mongoose'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import type { PartyLookup } from '../../masters/parties.ts'
import type { ReferenceDeps } from '../../masters/references.ts'
import type { LedgerModel } from '../../stock/ledger/ledger.model.ts'
import type { LotModel } from '../../stock/lots/lot.model.ts'
import type { OperationDeps } from '../../stock/stock-operation.ts'
import type { OrderNumbers } from './order-number.ts'

/**
 * Largest differences of counted lines that their counter may approve, of the operator for all counts; null for no
 * limit.
 */
export interface CountLimits {
  readonly maxUnits: number | null
  readonly maxPercent: number | null
  readonly maxValue: number | null
}

/** What every kind of numbered document needs: orders, transits and counts. */
export interface DocumentDeps extends OperationDeps, ReferenceDeps {
  readonly connection: Connection
  readonly numbers: OrderNumbers
  readonly vendors: PartyLookup
  readonly customers: PartyLookup
  readonly ledger: LedgerModel
  readonly lots: LotModel
  readonly countLimits: CountLimits
  /** The page index of a list of documents. */
  readonly pageIndexOf: (list: { readonly name: string }) => PageIndex
}
