import { type Caller, isSamePerson, personOf } from '../../../../shared/contract/core/access.ts'
import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { RecountInput, SubmitInput } from '../../../../shared/contract/documents/counts.ts'
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
  const submitted = { submittedBy: caller?.id ?? '', submittedPerson: personOf(caller) ?? null }
  return { lines: open.map(skip), fields: { status: 'Submitted', ...submitted } }
}

/** The lines lose what was counted, so that the next counter does not see it. */
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
    fields: reopened,
  }
}

/** A count that is to be counted again: what was submitted and approved is over. */
export const reopened = {
  status: 'Open',
  submittedBy: null,
  submittedPerson: null,
  approvedBy: null,
  approvedPerson: null,
} as const

export const toRecount = (line: CountLineRecord, blocked = ''): CountLineRecord => ({
  ...line,
  state: 'Recount',
  blocked,
  counted: null,
  countedBy: null,
  countedPerson: null,
  countedActor: null,
  countedAt: null,
  position: null,
  unitCost: null,
})

/** Throws 403 if the person, or the client, counted a difference that is too large for it to approve. */
export function approve({ header, lines, caller }: OpenedCount): CountChanges {
  const own = lines.filter((line) => line.state === 'Counted' && isCounter(line, caller))
  const tooLarge = own.find((line) => isOverLimit(line, header))
  if (tooLarge) {
    const who = tooLarge.countedPerson && personOf(caller) ? 'person' : 'client'
    throw new AppError('forbidden', `Line ${tooLarge.lineNo} was counted by this ${who}: another one must approve it.`)
  }
  const approved = { approvedBy: caller?.id ?? '', approvedPerson: personOf(caller) ?? null }
  return { fields: { status: 'Approved', ...approved } }
}

/**
 * Whether the caller counted the line. A verified person is the same one under every client, and two of one client are two;
 * where one of them is not verified, the client decides (docs/decisions/access.md#76).
 */
function isCounter({ countedBy, countedPerson }: CountLineRecord, caller: Caller | undefined): boolean {
  if (caller?.kind !== 'client') return false
  return caller.person && countedPerson ? isSamePerson(caller.person, countedPerson) : countedBy === caller.id
}

export function cancel({ header, lines, stock }: OpenedCount): CountChanges {
  return {
    lines: lines.filter((line) => !isEnded(line)).map(skip),
    fields: header.postedLines > 0 ? { status: 'Posted', posted: stock.now } : { status: 'Canceled' },
  }
}
