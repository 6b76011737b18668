import { z } from 'zod'
import { permissions } from '../core/access.ts'
import {
  across,
  dateTime,
  decimal,
  flag,
  id,
  integerText,
  optional,
  requiredText,
  sixDecimals,
  text,
} from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/paging.ts'
import { lineNo, MAX_ORDER_PAGE_SIZE, newOrderNo, oneOf, orderNo } from '../orders/order-fields.ts'
import { Count, CountDetail, CountLine, countStatuses, movedRules } from './count-records.ts'

/** Most lines of one count. */
export const MAX_COUNT_LINES = 1000
const MAX_NAMES = 500

const names = <T extends z.ZodType>(name: T, description: string) =>
  optional(
    z
      .array(name, 'must be an array.')
      .min(1, 'must have at least one element.')
      .max(MAX_NAMES, `must have at most ${MAX_NAMES} elements.`),
  ).meta({ description })
const limit = (what: string) =>
  optional(decimal()).meta(
    sixDecimals(
      `Largest difference of a line, ${what}, that its counter may approve; a stricter limit of the operator holds`,
    ),
  )

const createInput = z.object({
  countNo: newOrderNo('Count', 'count'),
  wid: id().meta({ description: 'Warehouse to count' }),
  spots: names(text(64), 'Bins to count, blank for stock without one; all by default'),
  items: names(requiredText(64), 'ShortIDs or aliases of the items to count; all by default'),
  blind: optional(flag()).meta({
    description: 'true (default): figures of the books are shown to approvers only; false takes the permission 9012',
  }),
  ifMoved: oneOf(
    movedRules,
    'If stock of a line moved since it was counted: post the difference (default), recount the line, or refuse to post',
  ),
  assignee: optional(text(128)).meta({ description: 'Who counts' }),
  remark: optional(text(255)).meta({ description: 'Notes' }),
  maxUnits: limit('in units'),
  maxPercent: limit('in per cent of the expected quantity'),
  maxValue: limit('in value'),
})
export type CountInput = z.output<typeof createInput>

const count = { countNo: orderNo('count') }
const lineInput = z
  .object({
    ...count,
    lineNo: optional(lineNo()).meta({ description: 'Number of the line; required, unless itemID is given' }),
    itemID: optional(text(64)).meta({ description: 'ShortID or alias of the item that was counted' }),
    spot: optional(text(64)).meta({ description: 'Bin that was counted; blank by default' }),
    counted: decimal().meta(sixDecimals('Quantity that is there')),
  })
  .check(
    across(({ value: { lineNo, itemID }, issues }) => {
      if (lineNo === undefined && !itemID)
        issues.push({ code: 'custom', path: ['itemID'], message: 'is required.', input: undefined })
    }),
  )
export type CountLineInput = z.output<typeof lineInput>

const submitInput = z.object({
  ...count,
  uncounted: oneOf(['refuse', 'skip'], 'Lines that are not counted: refuse (default), or skip them'),
})
export type SubmitInput = z.output<typeof submitInput>

const recountInput = z.object({
  ...count,
  lines: optional(
    z
      .array(lineNo(), 'must be an array.')
      .min(1, 'must have at least one element.')
      .max(MAX_COUNT_LINES, `must have at most ${MAX_COUNT_LINES} elements.`),
  ).meta({ description: 'Numbers of the lines; by default those that differ or could not be posted' }),
})
export type RecountInput = z.output<typeof recountInput>

const postInput = z.object({
  ...count,
  reasonIn: id().meta({ description: 'Reason code of direction in, of what was counted beyond the expected' }),
  reasonOut: id().meta({ description: 'Reason code of direction out, of what is missing' }),
})
export type PostInput = z.output<typeof postInput>

const countInput = z.object(count)
const { countStock, approveCounts } = permissions
const either = { access: countStock, alternateAccess: approveCounts } as const
const messages = { not_found: ['There is no count NO-SUCH-ONE.'] } as const
const refused = (...conflict: string[]) => ({ ...messages, conflict: ['Count CC-90001 is Posted.', ...conflict] })
const approved = { access: approveCounts, effect: 'write', output: Count, errors: ['not_found', 'conflict'] } as const

/** Counts of stock: counted at a position of the ledger, and the difference is posted (docs/counts.md). */
export const counts = {
  listCounts: {
    summary: 'List counts, newest first',
    route: 'GET /Count',
    command: 'count list',
    ...either,
    effect: 'read',
    paged: true,
    warehouses: ['wid'],
    input: z.object({
      ...pageQuery(MAX_ORDER_PAGE_SIZE),
      startDate: optional(dateTime()).meta({ description: 'Only counts created at this moment or later' }),
      endDate: optional(dateTime()).meta({ description: 'Only counts created at this moment or earlier' }),
      wid: optional(integerText(id())).meta({ description: 'Only counts of this warehouse' }),
      status: oneOf(countStatuses, 'Only this status'),
      assignee: optional(text(128)).meta({ description: 'Only counts of this assignee' }),
    }),
    output: pageOf(Count),
    errors: [],
    example: { status: 'Submitted' },
  },
  getCount: {
    summary: 'Get a count with its lines',
    route: 'GET /Count/:countNo',
    command: 'count show',
    ...either,
    effect: 'read',
    input: countInput,
    output: CountDetail,
    errors: ['not_found'],
    messages,
    example: { countNo: 'CC-90001' },
  },
  createCount: {
    summary: 'Create a count of bins, of items, or of a whole warehouse',
    description: `Each item that the books have at a spot becomes a line, at most ${MAX_COUNT_LINES}. What is found besides is added by counting it.`,
    route: 'POST /Count',
    ...either,
    effect: 'write',
    warehouses: ['wid'],
    input: createInput,
    output: Count,
    errors: ['conflict'],
    messages: {
      conflict: [
        'There is a count CC-90001 already.',
        `There are 1204 lines to count, a count has at most ${MAX_COUNT_LINES}: name spots or items.`,
      ],
    },
    status: 201,
    example: { countNo: 'CC-90003', wid: 1, items: ['BOLT-M6-30'], assignee: 'Early shift' },
  },
  countLine: {
    summary: 'Say what was counted of an item at a spot',
    description:
      'The books of this moment are kept as what was expected. Counting a line again replaces what was counted. An item that is found at a spot of the count becomes a line.',
    route: 'PUT /Count/:countNo/Line',
    command: 'count line',
    access: countStock,
    effect: 'write',
    input: lineInput,
    output: CountLine,
    errors: ['not_found', 'conflict'],
    messages: refused('Line 3 of count CC-90001 is Posted.'),
    example: { countNo: 'CC-90003', itemID: 'BOLT-M6-30', spot: 'COUNT-02', counted: 12 },
  },
  submitCount: {
    summary: 'Submit what was counted, to be approved',
    route: 'POST /Count/:countNo/Submit',
    command: 'count submit',
    ...either,
    effect: 'write',
    input: submitInput,
    output: Count,
    errors: ['not_found', 'conflict'],
    messages: refused('Lines of count CC-90001 are not counted: 3.'),
    example: { countNo: 'CC-90003', uncounted: 'skip' },
  },
  recountCount: {
    summary: 'Have lines of a count counted again',
    route: 'POST /Count/:countNo/Recount',
    command: 'count recount',
    ...approved,
    messages: refused('Count CC-90001 has no line to count again.'),
    input: recountInput,
    example: { countNo: 'CC-90003' },
  },
  approveCount: {
    summary: 'Approve what was counted; a client that counted a large difference does not approve it',
    route: 'POST /Count/:countNo/Approve',
    command: 'count approve',
    ...approved,
    messages: refused(),
    input: countInput,
    example: { countNo: 'CC-90001' },
  },
  postCount: {
    summary: 'Post the differences of an approved count: receipts, issues, and moves of what lay at a wrong spot',
    description:
      'Posts a part of the lines per transaction. A repetition goes on with what is left; no line is posted twice. Lines that cannot be posted say why.',
    route: 'POST /Count/:countNo/Post',
    command: 'count post',
    ...approved,
    messages: refused('Line 3 of count CC-90001 has moved since it was counted.'),
    input: postInput,
    timeoutMs: 30_000,
    example: { countNo: 'CC-90001', reasonIn: 12, reasonOut: 23 },
  },
  cancelCount: {
    summary: 'Cancel a count; what is posted stays posted',
    route: 'POST /Count/:countNo/Cancel',
    command: 'count cancel',
    ...approved,
    messages: refused(),
    input: countInput,
    example: { countNo: 'CC-90003' },
  },
} as const satisfies Record<string, Spec>
