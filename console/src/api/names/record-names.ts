/** The statuses of records and the types of ledger entries. */
export {
  countStatus as countStatuses,
  reservationState as reservationStates,
  shippingOrderStatus as orderStatuses,
  transactionType as entryTypes,
  transitStatus as transitStatuses,
  workOrderStatus as workStatuses,
} from '../../../../client/src/schema.ts'
