import { z } from 'zod'
import { listOf, namedRecord } from '../core/fields.ts'
import { lineItem, moment, momentOrNull, numberOf, statusOf, totalLines } from './document-records.ts'

export const countStatuses = ['Open', 'Submitted', 'Approved', 'Partial', 'Posted', 'Canceled'] as const
export type CountStatus = (typeof countStatuses)[number]
export const countLineStates = ['Open', 'Counted', 'Recount', 'Blocked', 'Posted', 'Skipped'] as const
export type CountLineState = (typeof countLineStates)[number]
export const countOutcomes = ['match', 'more', 'less', 'found', 'missing', 'wrongSpot'] as const
export type CountOutcome = (typeof countOutcomes)[number]
export const movedRules = ['difference', 'recount', 'refuse'] as const
export type MovedRule = (typeof movedRules)[number]

const quantityOrNull = (description: string) => z.number().nullable().meta({ description })
const limit = (what: string) =>
  quantityOrNull(`Largest difference of a line, ${what}, that its counter may approve; null for no limit`)

const personWho = (did: string) =>
  z
    .string()
    .optional()
    .meta({
      description: `Name of the person who ${did} it, as an identity provider has verified it; absent without one`,
    })

/** A count without its lines. It has no figure that a blind count hides. */
export const Count = namedRecord('Count', 'A count of stock', {
  countNo: numberOf('count'),
  wid: z.int().meta({ description: 'Warehouse id' }),
  warehouseName: z.string().meta({ description: 'Warehouse name' }),
  status: statusOf(
    countStatuses,
    'Open: being counted. Submitted: to be approved. Approved: to be posted. Partial: posted but for some ' +
      'lines. Posted, Canceled: ended',
  ),
  blind: z.boolean().meta({ description: 'Whether figures of the books are shown to approvers only' }),
  ifMoved: z.enum(movedRules).meta({ description: 'What to do with a line whose stock moved since it was counted' }),
  assignee: z.string().meta({ description: 'The person who counts; blank if nobody is assigned' }),
  remark: z.string().meta({ description: 'Notes' }),
  spots: z.array(z.string()).nullable().meta({ description: 'The bins to count; null for all' }),
  items: z.array(z.string()).nullable().meta({ description: 'ShortIDs of the items to count; null for all' }),
  maxUnits: limit('in units'),
  maxPercent: limit('in per cent of the expected quantity'),
  maxValue: limit('in value'),
  totalLines,
  openLines: z.int().meta({ description: 'Lines that are to be counted' }),
  postedLines: z.int().meta({ description: 'Lines that are posted' }),
  blockedLines: z.int().meta({ description: 'Lines that could not be posted' }),
  createdBy: z.string().meta({ description: 'Id of the client that created it' }),
  createdByPerson: personWho('created'),
  created: moment('When it was created, in UTC'),
  submittedBy: z.string().nullable().meta({ description: 'Id of the client that submitted it' }),
  submittedByPerson: personWho('submitted'),
  approvedBy: z.string().nullable().meta({ description: 'Id of the client that approved it' }),
  approvedByPerson: personWho('approved'),
  posted: momentOrNull('When the last line was posted, in UTC; null before'),
})
export type Count = z.output<typeof Count>

const HIDDEN = 'null before it is counted, and to counters of a blind count'

export const CountLine = namedRecord('CountLine', 'What a count says of an item at a spot', {
  ...lineItem,
  spot: z.string().meta({ description: 'Bin; blank for stock without one' }),
  state: statusOf(
    countLineStates,
    'Open: to be counted. Counted. Recount: to be counted again. Blocked: could not be posted. Posted. Skipped: given up',
  ),
  counted: quantityOrNull('Quantity counted; null if it is to be counted'),
  countedBy: z.string().nullable().meta({ description: 'Id of the client that counted it' }),
  countedByPerson: personWho('counted'),
  countedByActor: z.string().optional().meta({
    description: 'The person who counted it, as the client named them in X-Actor; absent without one',
  }),
  countedAt: momentOrNull('When it was counted, in UTC'),
  expected: quantityOrNull(
    'Quantity of the books when it was counted, or when the count was created; null to counters of a blind count',
  ),
  difference: quantityOrNull(`Counted less expected; ${HIDDEN}`),
  value: quantityOrNull(`The difference at the cost of the lots; null if unknown, ${HIDDEN}`),
  overLimit: z
    .boolean()
    .nullable()
    .meta({ description: `Whether somebody else must approve it; ${HIDDEN}` }),
  outcome: z
    .enum(countOutcomes)
    .nullable()
    .meta({ description: `What was found; ${HIDDEN}` }),
  moved: quantityOrNull(`Part of the difference that another line of the item explains, which is moved; ${HIDDEN}`),
  transactionNo: z
    .int()
    .nullable()
    .meta({ description: `Position in the ledger at which it was counted; ${HIDDEN}` }),
  transactions: listOf(z.int(), 'Transactions that posted it; none to counters of a blind count'),
  blocked: z.string().meta({ description: 'Why it was not posted; blank to counters of a blind count' }),
})
export type CountLine = z.output<typeof CountLine>

export const CountDetail = namedRecord('CountDetail', 'A count with its lines', {
  ...Count.shape,
  lines: listOf(CountLine, 'The lines'),
})
export type CountDetail = z.output<typeof CountDetail>
