import type { Schemas } from '../../api/http/contract.ts'
import { documents, record, withDryRun } from '../../api/http/operations.ts'

export type PurchaseLine = Schemas['PurchaseOrderProgress']

/** The list has those of which something is still expected, the soonest first. */
export const purchases = documents('purchaseOrder', { sort: 'due' })
export const purchaseLines = record('purchase lines', '/PurchaseOrder/{poNo}/Lines', { pageSize: 250 })
export const changePurchase = withDryRun('put', '/PurchaseOrder/{poNo}')
