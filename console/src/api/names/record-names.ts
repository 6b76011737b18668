/** The statuses of records, the types of ledger entries, and those of changes. */
export {
  changeTypes,
  countStatus as countStatuses,
  reservationState as reservationStates,
  shippingOrderStatus as orderStatuses,
  transactionType as entryTypes,
  transitStatus as transitStatuses,
  workOrderStatus as workStatuses,
} from '../../../../client/src/schema.ts'

/** Which items are listed; absent: all. */
export const itemStatuses = ['Active', 'Discontinued'] as const

/** Which lots are listed; absent: those in stock. */
export const lotStates = ['gone', 'all'] as const
