import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { RecountInput, SubmitInput } from '../../../../shared/contract/counts/counts.ts'
import { ZERO } from '../../../../shared/quantity.ts'
import type { Changes } from '../kit/document-effect.ts'
import type { Opened } from '../kit/steps.ts'
import type { CountLineRecord, CountRecord } from './count.model.ts'
import { type CountLineChange, isEnded } from './count-family.ts'
import { differenceOf, isOverLimit } from './variance.ts'

type OpenedCount = Opened<CountRecord, CountLineRecord>
type CountChanges = Changes<CountRecord, CountLineRecord>

const skip = (before: CountLineRecord): CountLineChange => ({ before, after: { ...before, state: 'Skipped' } })

export function submit({ header, lines, caller }: OpenedCount, { uncounted }: SubmitInput): CountChanges {
  const open = lines.filter(({ state }) => state === 'Open' || state === 'Recount')
  if (open.length > 0 && uncounted !== 'skip')
    throw new AppError('conflict', `Lines of count ${header._id} are not counted: ${open.length}.`)
  return { lines: open.map(skip), fields: { status: 'Submitted', submittedBy: caller?.id ?? '' } }
}

/** The lines lose what was counted: whoever counts them again is not told. */
export function recount({ header, lines }: OpenedCount, { lines: lineNos }: RecountInput): CountChanges {
  const left = lines.filter((line) => !isEnded(line))
  const wanted = lineNos
    ? left.filter(({ lineNo }) => lineNos.includes(lineNo))
    : left.filter((line) => line.state === 'Blocked' || !differenceOf(line).eq(ZERO))
  if (lineNos && wanted.length < new Set(lineNos).size)
    throw validationError({ lines: ['The field lines must name lines of the count that are not posted.'] })
  if (wanted.length === 0) throw new AppError('conflict', `Count ${header._id} has no line to count again.`)
  return {
    lines: wanted.map((before) => ({ before, after: toRecount(before) })),
    fields: { status: 'Open', submittedBy: null, approvedBy: null },
  }
}

export const toRecount = (line: CountLineRecord, blocked = ''): CountLineRecord => ({
  ...line,
  state: 'Recount',
  blocked,
  counted: null,
  countedBy: null,
  countedAt: null,
  position: null,
  unitCost: null,
})

/** Throws 403 if the client counted a difference that is too large for it to approve. */
export function approve({ header, lines, caller }: OpenedCount): CountChanges {
  const own = caller?.kind === 'client' ? lines.filter(({ countedBy }) => countedBy === caller.id) : []
  const tooLarge = own.find((line) => line.state === 'Counted' && isOverLimit(line, header))
  if (tooLarge)
    throw new AppError('forbidden', `Line ${tooLarge.lineNo} was counted by this client: another one must approve it.`)
  return { fields: { status: 'Approved', approvedBy: caller?.id ?? '' } }
}

export function cancel({ header, lines, stock }: OpenedCount): CountChanges {
  return {
    lines: lines.filter((line) => !isEnded(line)).map(skip),
    fields: header.postedLines > 0 ? { status: 'Posted', posted: stock.now } : { status: 'Canceled' },
  }
}
