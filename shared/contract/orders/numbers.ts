import { whyUnreachable } from '../core/identifiers.ts'

/** Families of documents whose numbers are unique over all of them (docs/decisions/documents.md#46). */
const families = ['PurchaseOrder', 'ShippingOrder', 'WorkOrder', 'Transit', 'Count'] as const

/** Whether paths of every family find a document of this number. */
export const isReachable = (number: string) => whyUnreachable(number, families) === undefined
