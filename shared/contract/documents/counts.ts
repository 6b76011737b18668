import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { across, decimal, flag, id, optional, requiredText, sixDecimals, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { fromPackages, fromScan, orPackages, packages, scan } from '../core/scans.ts'
import { Count, CountDetail, CountLine, countStatuses, movedRules } from './count-records.ts'
import {
  documentQuery,
  lineNo,
  newOrderNo,
  oneOf,
  orderNo,
  period,
  remark,
  warehouseFilter,
} from './document-inputs.ts'
import { documentChange, documentOperations, namedOperations } from './document-operations.ts'

/** Most lines of one count. */
export const MAX_COUNT_LINES = 1000
const MAX_NAMES = 500

const someOf = <T extends z.ZodType>(max: number, element: T, description: string) =>
  optional(
    z
      .array(element, 'must be an array.')
      .min(1, 'must have at least one element.')
      .max(max, `must have at most ${max} elements.`),
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
  spots: someOf(MAX_NAMES, text(64), 'Bins to count, blank for stock without one; all by default'),
  items: someOf(MAX_NAMES, requiredText(64), 'ShortIDs or aliases of the items to count; all by default'),
  blind: optional(flag()).meta({
    description: 'true (default): figures of the books are shown to approvers only; false takes the permission 9012',
  }),
  ifMoved: oneOf(
    movedRules,
    'If stock of a line moved since it was counted: post the difference (default), recount the line, or refuse to post',
  ),
  assignee: optional(text(128)).meta({ description: 'Who counts' }),
  remark: remark(),
  maxUnits: limit('in units'),
  maxPercent: limit('in per cent of the expected quantity'),
  maxValue: limit('in value'),
})
export type CountInput = z.output<typeof createInput>

const countNo = { countNo: orderNo('count') }
const lineInput = z
  .object({
    ...countNo,
    lineNo: optional(lineNo()).meta({ description: 'Number of the line; required, unless itemID is given' }),
    itemID: optional(text(64)).meta({ description: 'ShortID or alias of the item that was counted' }),
    spot: optional(text(64)).meta({ description: 'Bin that was counted; blank by default' }),
    counted: orPackages(decimal()).meta(
      sixDecimals('Quantity that is there; required unless packages are given or scan says how many the label is of'),
    ),
    packages: packages(),
    scan: scan(),
  })
  .check(
    fromScan('itemID'),
    fromPackages('counted'),
    across(({ value: { lineNo, itemID }, issues }) => {
      if (lineNo === undefined && !itemID)
        issues.push({ code: 'custom', path: ['itemID'], message: 'is required.', input: undefined })
    }),
  )
export type CountLineInput = z.output<typeof lineInput>

const submitInput = z.object({
  ...countNo,
  uncounted: oneOf(['refuse', 'skip'], 'Lines that are not counted: refuse (default), or skip them'),
})
export type SubmitInput = z.output<typeof submitInput>

const recountInput = z.object({
  ...countNo,
  lines: someOf(MAX_COUNT_LINES, lineNo(), 'Numbers of the lines; by default those that differ or could not be posted'),
})
export type RecountInput = z.output<typeof recountInput>

const postInput = z.object({
  ...countNo,
  reasonIn: id().meta({ description: 'Reason code of direction in, of what was counted beyond the expected' }),
  reasonOut: id().meta({ description: 'Reason code of direction out, of what is missing' }),
})
export type PostInput = z.output<typeof postInput>

const { countStock, approveCounts } = permissions
const either = { access: countStock, alternateAccess: approveCounts } as const
const count = documentOperations({
  ...namedOperations('count'),
  number: countNo,
  record: Count,
  result: Count,
  unknown: 'There is no count NO-SUCH-ONE.',
  example: { countNo: 'CC-90001' },
})
const POSTED = 'Count CC-90001 is Posted.'

/** The name of an effect is a digest of the expected quantities too, which a blind counter could find by guessing. */
const NOT_FOR_COUNTERS = false

/** Counts of stock: counted at a position of the ledger, and the difference is posted (docs/counts.md). */
export const counts = {
  listCounts: {
    summary: 'List counts, newest first',
    ...count.list,
    command: 'count list',
    warehouses: ['wid'],
    input: z.object({
      ...documentQuery(),
      ...period('counts created'),
      wid: warehouseFilter('Only counts of this warehouse'),
      status: oneOf(countStatuses, 'Only this status'),
      assignee: optional(text(128)).meta({ description: 'Only counts of this assignee' }),
    }),
    example: { status: 'Submitted' },
  },
  getCount: {
    summary: 'Get a count with its lines',
    ...count.get,
    output: CountDetail,
  },
  createCount: {
    summary: 'Create a count of bins, of items, or of a whole warehouse',
    description:
      `Each item that the books have at a spot becomes a line, at most ${MAX_COUNT_LINES}. What is found ` +
      'besides is added by counting it.',
    hasDryRun: NOT_FOR_COUNTERS,
    ...count.create(
      'There is a count CC-90001 already.',
      `There are 1204 lines to count, a count has at most ${MAX_COUNT_LINES}: name spots or items.`,
    ),
    ...either,
    warehouses: ['wid'],
    input: createInput,
    example: { countNo: 'CC-90003', wid: 1, items: ['BOLT-M6-30'], assignee: 'Early shift' },
  },
  countLine: {
    summary: 'Say what was counted of an item at a spot',
    description:
      'The books of this moment are kept as what was expected. Counting a line again replaces what was ' +
      'counted. An item that is found at a spot of the count becomes a line.',
    hasDryRun: NOT_FOR_COUNTERS,
    ...count.written(POSTED, 'Line 3 of count CC-90001 is Posted.'),
    route: 'PUT /Count/:countNo/Line',
    command: 'count line',
    access: countStock,
    input: lineInput,
    output: CountLine,
    example: { countNo: 'CC-90003', itemID: 'BOLT-M6-30', spot: 'COUNT-02', counted: 12 },
  },
  submitCount: {
    summary: 'Submit what was counted, to be approved',
    ...count.step('Submit', POSTED, 'Lines of count CC-90001 are not counted: 3.'),
    ...either,
    input: submitInput,
    example: { countNo: 'CC-90003', uncounted: 'skip' },
  },
  recountCount: {
    summary: 'Have lines of a count counted again',
    ...count.step('Recount', POSTED, 'Count CC-90001 has no line to count again.'),
    input: recountInput,
    example: { countNo: 'CC-90003' },
  },
  approveCount: {
    summary: 'Approve what was counted; a client that counted a large difference does not approve it',
    ...count.step('Approve', POSTED),
  },
  postCount: {
    summary: 'Post the differences of an approved count: receipts, issues, and moves of what lay at a wrong spot',
    description:
      'Posts a part of the lines per transaction. A repetition goes on with what is left; no line is ' +
      'posted twice. Lines that cannot be posted say why.',
    // No name of an effect could hold for several transactions.
    hasDryRun: false,
    ...count.step('Post', POSTED, 'Line 3 of count CC-90001 has moved since it was counted.'),
    input: postInput,
    timeoutMs: 30_000,
    example: { countNo: 'CC-90001', reasonIn: 12, reasonOut: 23 },
  },
  cancelCount: {
    summary: 'Cancel a count; what is posted stays posted',
    ...count.step('Cancel', POSTED),
    example: { countNo: 'CC-90003' },
  },
} as const satisfies Record<string, Spec>

/** The changes of them that the feed contains. */
export const countChanges = [
  documentChange('count', {
    name: 'CountChange',
    description: 'A count as it is after the change',
    types: ['count.posted'],
    data: Count,
    ids: Count.pick({ countNo: true }),
  }),
] as const
