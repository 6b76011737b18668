import { z } from 'zod'
import { withDryRuns } from '../../../../../shared/contract/core/dry-runs.ts'
import { listOf, namedRecord, optional, requiredText, units } from '../../../../../shared/contract/core/fields.ts'
import { defineService, type Spec } from '../../../../../shared/contract/core/operation.ts'
import { dayOrMoment } from '../../../../../shared/contract/dates/date-fields.ts'
import {
  documentQuery,
  inputLine,
  lineNo,
  newOrderNo,
  oneOf,
  orderNo,
  warehouseFilter,
} from '../../../../../shared/contract/documents/document-inputs.ts'
import {
  documentChange,
  documentOperations,
  namedOperations,
} from '../../../../../shared/contract/documents/document-operations.ts'
import {
  moment,
  momentOrNull,
  numberOf,
  quantity,
  statusOf,
} from '../../../../../shared/contract/documents/document-records.ts'
import {
  lineRecord,
  lineWarehouse,
  newLines,
  orderLineInput,
} from '../../../../../shared/contract/orders/order-fields.ts'
import { loanKey } from './loan-names.ts'

const statuses = ['Open', 'Closed'] as const

const header = {
  loanNo: numberOf('loan'),
  borrower: z.string().meta({ description: 'Who has the units' }),
  lent: moment('When they were lent, in UTC'),
  due: momentOrNull('When they are to be back, in UTC; null if that is open'),
  status: statusOf(statuses, 'Open: some are out. Closed: all are back or lost'),
}
export const Loan = namedRecord('Loan', 'Units that are lent', header)
const LoanLine = namedRecord('LoanLine', 'A line of a loan', {
  ...lineRecord,
  ...lineWarehouse,
  out: quantity('Quantity that is still out'),
})
const LoanDetail = namedRecord('LoanDetail', 'A loan with its lines', {
  ...header,
  lines: listOf(LoanLine, 'Every line'),
})

const loanNo = { loanNo: orderNo('loan') }
const createInput = z.object({
  loanNo: newOrderNo('Loan', 'loan'),
  borrower: requiredText(64).meta({ description: 'Who gets the units' }),
  due: optional(dayOrMoment('named')).meta({ description: 'When they are to be back' }),
  lines: newLines(orderLineInput()),
})

const backInput = z.object({ ...loanNo, lines: newLines(inputLine({ lineNo: lineNo(), units: units() })) })

const listInput = z.object({
  ...documentQuery(),
  status: oneOf(statuses, 'Only this status'),
  borrower: optional(requiredText(64)).meta({ description: 'Only of this borrower' }),
  warehouse: warehouseFilter('Only with a line of this warehouse'),
})

const example = { loanNo: 'LN-1' }
const loan = documentOperations({
  ...namedOperations(loanKey),
  number: loanNo,
  record: Loan,
  result: LoanDetail,
  unknown: 'There is no loan LN-1.',
  example,
})

const loans = withDryRuns({
  listLoans: {
    summary: 'List loans, newest first',
    ...loan.list,
    warehouses: ['warehouse'],
    input: listInput,
    example: {},
  },
  getLoan: { summary: 'Get a loan with its lines', ...loan.get },
  createLoan: {
    summary: 'Lend units',
    ...loan.create('Insufficient stock: requested 12, available 7.'),
    warehouses: ['lines[].warehouse'],
    input: createInput,
    example: { borrower: 'Ada', lines: [{ shortID: 'BOLT-M6-30', units: 1, warehouse: 1 }] },
  },
  returnLoan: {
    summary: 'Take units back',
    ...loan.step('Return', 'Loan LN-1 is closed.'),
    input: backInput,
    example: { ...example, lines: [{ lineNo: 1, units: 1 }] },
  },
  loseLoan: {
    summary: 'Give units up',
    ...loan.step('Lose', 'Loan LN-1 is closed.'),
    input: backInput,
    example: { ...example, lines: [{ lineNo: 1, units: 1 }] },
  },
} as const satisfies Record<string, Spec>)

export const loanOperations = defineService('inventory', loans)

const loanChanges = [
  documentChange(loanKey, {
    name: 'LoanChange',
    description: 'A loan as it is after the change',
    // The types do not know the key.
    types: ['loan.created' as `${typeof loanKey}.created`],
    data: Loan,
    ids: Loan.pick({ loanNo: true }),
    toIds: (made) => ({ loanNo: made.loanNo }),
  }),
] as const

type Documents = typeof import('../../../../../shared/contract/inventory/documents.ts')

/** The contract's list with loans. */
export const addLoans = ({ documents, documentChanges }: Documents) => ({
  documents: { ...documents, ...loans },
  documentChanges: [...documentChanges, ...loanChanges],
})
