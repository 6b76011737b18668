/** The statuses of records and the types of ledger entries. */
export {
  countStatus as countStatuses,
  shippingOrderStatus as orderStatuses,
  transactionType as entryTypes,
  transitStatus as transitStatuses,
} from '../../../../client/src/schema.ts'
