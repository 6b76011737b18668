import { type Caller, isSamePerson, personOf } from '../../../../shared/contract/core/access.ts'
import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import type { CountDetail } from '../../../../shared/contract/documents/count-records.ts'
import type { RecountInput, SubmitInput } from '../../../../shared/contract/documents/counts.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { ZERO } from '../../../../shared/quantity.ts'
import type { Changes } from '../kit/document-effect.ts'
import { readDocument } from '../kit/find-document.ts'
import { createReads, onlyOne } from '../kit/reads.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { createSteps, type Opened } from '../kit/steps.ts'
import type { CountLineRecord, CountRecord } from './count.model.ts'
import { type CountLineChange, countFamily, countSteps, isEnded, reopened, toCount, toRecount } from './count-family.ts'
import { createCountLine } from './count-line.ts'
import { createCreateCount } from './create-count.ts'
import { toCountLines } from './describe-count-lines.ts'
import { createPostCount } from './post-count.ts'
import { differenceOf, isOverLimit } from './variance.ts'

type ListQuery = Input<(typeof inventory)['listCounts']>
type CountNumber = Input<(typeof inventory)['getCount']>

/** Nothing that a count refers to is named in its response. */
const prepareResult = async () => toCount

/** The operations on counts (docs/counts.md). */
export function createCounts(deps: DocumentDeps) {
  const reads = createReads(deps, countFamily, toCount, prepareResult)
  const step = createSteps(deps, countFamily, prepareResult)

  return {
    listCounts: ({ wid, status, assignee, ...query }: ListQuery, context: CallContext) =>
      reads.list({ ...query, warehouse: wid }, { status: onlyOne(status), assignee: onlyOne(assignee) }, context),

    async getCount({ countNo }: CountNumber, context: CallContext): Promise<CountDetail> {
      const { header, lines } = await readDocument(deps.connection, countFamily, countNo, context)
      const ofLines = await deps.items.findMany(header.partNos)
      return { ...toCount(header), lines: toCountLines(header, lines, ofLines, context.caller) }
    },

    createCount: createCreateCount(deps),
    countLine: createCountLine(deps),
    submitCount: step(inventory.submitCount, { from: countSteps.submit, decide: submit }),
    recountCount: step(inventory.recountCount, { from: countSteps.recount, decide: recount }),
    approveCount: step(inventory.approveCount, { from: countSteps.approve, decide: approve }),
    postCount: createPostCount(deps),
    cancelCount: step(inventory.cancelCount, { from: countSteps.cancel, decide: cancel }),
  }
}

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
