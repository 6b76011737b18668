import { z } from 'zod'

export const countStatuses = ['Open', 'Submitted', 'Approved', 'Partial', 'Posted', 'Canceled'] as const
export type CountStatus = (typeof countStatuses)[number]
export const countLineStates = ['Open', 'Counted', 'Recount', 'Blocked', 'Posted', 'Skipped'] as const
export type CountLineState = (typeof countLineStates)[number]
export const countOutcomes = ['match', 'more', 'less', 'found', 'missing', 'wrongSpot'] as const
export type CountOutcome = (typeof countOutcomes)[number]
export const movedRules = ['difference', 'recount', 'refuse'] as const
export type MovedRule = (typeof movedRules)[number]

const limit = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `Largest difference of a line, ${what}, that its counter may approve; null for no limit` })
const moment = (description: string) => z.string().nullable().meta({ description, format: 'date-time' })

/** A count without its lines. It has no figure that a blind count hides. */
export const Count = z
  .object({
    countNo: z.string().meta({ description: 'Number of the count' }),
    wid: z.int().meta({ description: 'Warehouse id' }),
    warehouseName: z.string().meta({ description: 'Warehouse name' }),
    status: z.enum(countStatuses).meta({
      description:
        'Open: being counted. Submitted: to be approved. Approved: to be posted. Partial: posted but for some lines. Posted, Canceled: ended',
    }),
    blind: z.boolean().meta({ description: 'Whether figures of the books are shown to approvers only' }),
    ifMoved: z.enum(movedRules).meta({ description: 'What to do with a line whose stock moved since it was counted' }),
    assignee: z.string().meta({ description: 'Who counts; blank if nobody is assigned' }),
    remark: z.string().meta({ description: 'Notes' }),
    spots: z.array(z.string()).nullable().meta({ description: 'The bins to count; null for all' }),
    items: z.array(z.string()).nullable().meta({ description: 'ShortIDs of the items to count; null for all' }),
    maxUnits: limit('in units'),
    maxPercent: limit('in per cent of the expected quantity'),
    maxValue: limit('in value'),
    totalLines: z.int().meta({ description: 'Number of lines' }),
    openLines: z.int().meta({ description: 'Lines that are to be counted' }),
    postedLines: z.int().meta({ description: 'Lines that are posted' }),
    blockedLines: z.int().meta({ description: 'Lines that could not be posted' }),
    createdBy: z.string().meta({ description: 'Id of the client that created it' }),
    created: z.string().meta({ description: 'When it was created, in UTC', format: 'date-time' }),
    submittedBy: z.string().nullable().meta({ description: 'Id of the client that submitted it' }),
    approvedBy: z.string().nullable().meta({ description: 'Id of the client that approved it' }),
    posted: moment('When the last line was posted, in UTC; null before'),
  })
  .meta({ id: 'Count', description: 'A count of stock' })
export type Count = z.output<typeof Count>

const HIDDEN = 'null before it is counted, and to counters of a blind count'

export const CountLine = z
  .object({
    lineNo: z.int().meta({ description: 'Number of the line' }),
    shortID: z.string().meta({ description: 'Item SKU' }),
    description: z.string().meta({ description: "The item's description" }),
    spot: z.string().meta({ description: 'Bin; blank for stock without one' }),
    state: z.enum(countLineStates).meta({
      description:
        'Open: to be counted. Counted. Recount: to be counted again. Blocked: could not be posted. Posted. Skipped: given up',
    }),
    counted: z.number().nullable().meta({ description: 'Quantity counted; null if it is to be counted' }),
    countedBy: z.string().nullable().meta({ description: 'Id of the client that counted it' }),
    countedAt: moment('When it was counted, in UTC'),
    expected: z.number().nullable().meta({
      description:
        'Quantity of the books when it was counted, or when the count was created; null to counters of a blind count',
    }),
    difference: z
      .number()
      .nullable()
      .meta({ description: `Counted less expected; ${HIDDEN}` }),
    value: z
      .number()
      .nullable()
      .meta({ description: `The difference at the cost of the lots; null if unknown, ${HIDDEN}` }),
    overLimit: z
      .boolean()
      .nullable()
      .meta({ description: `Whether somebody else must approve it; ${HIDDEN}` }),
    outcome: z
      .enum(countOutcomes)
      .nullable()
      .meta({ description: `What was found; ${HIDDEN}` }),
    moved: z
      .number()
      .nullable()
      .meta({
        description: `Part of the difference that another line of the item explains, which is moved; ${HIDDEN}`,
      }),
    transactionNo: z
      .int()
      .nullable()
      .meta({ description: `Position in the ledger at which it was counted; ${HIDDEN}` }),
    transactions: z
      .array(z.int())
      .meta({ description: 'Transactions that posted it; none to counters of a blind count' }),
    blocked: z.string().meta({ description: 'Why it was not posted; blank to counters of a blind count' }),
  })
  .meta({ id: 'CountLine', description: 'What a count says of an item at a spot' })
export type CountLine = z.output<typeof CountLine>

export const CountDetail = Count.extend({ lines: z.array(CountLine).meta({ description: 'The lines' }) }).meta({
  id: 'CountDetail',
  description: 'A count with its lines',
})
export type CountDetail = z.output<typeof CountDetail>
