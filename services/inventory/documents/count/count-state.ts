import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { CountLineState, CountStatus } from '../../../../shared/contract/counts/count-records.ts'
import { addLines } from '../kit/order-header.ts'
import type { CountLineRecord, CountRecord } from './count.model.ts'

interface Step {
  readonly from: readonly CountStatus[]
  readonly to: readonly CountStatus[]
}

/** Everything that can be done with a count: in which statuses, and which ones it leads to. */
export const steps = {
  count: { from: ['Open'], to: ['Open'] },
  submit: { from: ['Open'], to: ['Submitted'] },
  recount: { from: ['Submitted', 'Approved', 'Partial'], to: ['Open'] },
  approve: { from: ['Submitted'], to: ['Approved'] },
  post: { from: ['Approved', 'Partial'], to: ['Partial', 'Posted', 'Open'] },
  cancel: { from: ['Open', 'Submitted', 'Approved', 'Partial'], to: ['Canceled', 'Posted'] },
} as const satisfies Record<string, Step>
export type CountStep = keyof typeof steps

/** Whether the count's status allows the step. */
export function allowsStep({ status }: Pick<CountRecord, 'status'>, step: CountStep): boolean {
  const { from }: Step = steps[step]
  return from.includes(status)
}

/** Throws 409 if the count's status does not allow the step. */
export function requireStep(count: Pick<CountRecord, '_id' | 'status'>, step: CountStep): void {
  if (!allowsStep(count, step)) throw new AppError('conflict', `Count ${count._id} is ${count.status}.`)
}

/** A line before and after; one that is added has no `before`. */
export interface LineChange {
  readonly before: CountLineRecord | undefined
  readonly after: Omit<CountLineRecord, 'version'>
}

/** The figure of the count that lines in a state count in, besides all lines. */
const figureOf = {
  Open: 'openLines',
  Recount: 'openLines',
  Counted: undefined,
  Blocked: 'blockedLines',
  Posted: 'postedLines',
  Skipped: 'skippedLines',
} as const satisfies Record<CountLineState, keyof CountRecord | undefined>
const figures = ['openLines', 'blockedLines', 'postedLines', 'skippedLines'] as const
type Tally = Record<(typeof figures)[number], number>

/** The figures of a count after changes of lines. */
export function tallyLines(
  { openLines, blockedLines, postedLines, skippedLines }: Readonly<Tally>,
  changes: readonly LineChange[],
): Tally {
  const tally = { openLines, blockedLines, postedLines, skippedLines }
  for (const { before, after } of changes)
    for (const figure of figures)
      tally[figure] +=
        Number(figureOf[after.state] === figure) - Number(before !== undefined && figureOf[before.state] === figure)
  return tally
}

type CountFields = Partial<Pick<CountRecord, 'status' | 'submittedBy' | 'approvedBy' | 'posted'>>

/** The count after a step; throws if the step does not lead to its status. */
export function changeCount(
  count: CountRecord,
  step: CountStep,
  lines: readonly LineChange[],
  fields: CountFields,
  modified: Date,
): CountRecord {
  const after = { ...count, ...addLines(count, lines), ...tallyLines(count, lines), ...fields, modified }
  const { to }: Step = steps[step]
  if (!to.includes(after.status)) throw new Error(`Step ${step} does not make count ${count._id} ${after.status}`)
  const { totalLines, openLines, blockedLines, postedLines, skippedLines } = after
  const least = Math.min(openLines, blockedLines, postedLines, skippedLines)
  if (least < 0 || openLines + blockedLines + postedLines + skippedLines > totalLines)
    throw new Error(`Lines of count ${count._id} do not add up`)
  return after
}
