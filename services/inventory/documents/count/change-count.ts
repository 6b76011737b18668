import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import type { RecountInput, SubmitInput } from '../../../../shared/contract/counts/counts.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { ZERO } from '../../records/quantity.ts'
import type { StockView } from '../../stock/engine/plan.ts'
import { createStockOperation } from '../../stock/engine/stock-operation.ts'
import { findOrder } from '../kit/find-order.ts'
import { type CountLineRecord, type CountRecord, countFamily, countLines, counts } from './count.model.ts'
import { toEvents } from './count-events.ts'
import type { CountParts } from './count-parts.ts'
import { type CountStep, changeCount, type LineChange, requireStep } from './count-state.ts'
import { toCount } from './describe.ts'
import { differenceOf, isOverLimit } from './variance.ts'

/** A count in a transaction. */
interface CountInTransaction {
  readonly count: CountRecord
  readonly lines: readonly CountLineRecord[]
  readonly stock: StockView
  readonly caller: Caller | undefined
}

interface Changes {
  readonly lines?: readonly LineChange[]
  readonly fields: Partial<Pick<CountRecord, 'status' | 'submittedBy' | 'approvedBy' | 'posted'>>
}

/** Operations that take a count from one status to the next. */
export function createChangeCount(parts: CountParts) {
  const change = <I extends { readonly countNo: string }>(
    operation: Operation,
    step: CountStep,
    decide: (count: CountInTransaction, input: I) => Changes,
  ) =>
    createStockOperation(parts)(operation, async (input: I, { caller }: CallContext) => {
      await findOrder(parts.connection, countFamily, input.countNo, caller)
      const plan = async (stock: StockView) => {
        const count = await stock.documents.get(counts, input.countNo)
        if (!count) throw new AppError('not_found', `There is no count ${input.countNo}.`)
        requireStep(count, step)
        const lines = await stock.documents.find(countLines, { countNo: input.countNo })
        const { lines: changed = [], fields } = decide({ count, lines, stock, caller }, input)
        const after = changeCount(count, step, changed, fields, stock.now)
        return {
          entries: [],
          documents: [
            counts.change(count, after),
            ...changed.map((line) => countLines.change(line.before, line.after)),
          ],
          events: toEvents(count, after),
          answer: toCount(after),
        }
      }
      return { partNos: [], plan }
    })

  return {
    submit: change(inventory.submitCount, 'submit', submit),
    recount: change(inventory.recountCount, 'recount', recount),
    approve: change(inventory.approveCount, 'approve', approve),
    cancel: change(inventory.cancelCount, 'cancel', cancel),
  }
}

const isOpen = ({ state }: CountLineRecord) => state === 'Open' || state === 'Recount'
const skip = (before: CountLineRecord): LineChange => ({ before, after: { ...before, state: 'Skipped' } })

function submit({ count, lines, caller }: CountInTransaction, { uncounted }: SubmitInput): Changes {
  const open = lines.filter(isOpen)
  if (open.length > 0 && uncounted !== 'skip')
    throw new AppError('conflict', `Lines of count ${count._id} are not counted: ${open.length}.`)
  return { lines: open.map(skip), fields: { status: 'Submitted', submittedBy: caller?.id ?? '' } }
}

/** The lines lose what was counted: whoever counts them again is not told. */
function recount({ count, lines }: CountInTransaction, { lines: lineNos }: RecountInput): Changes {
  const isLeft = ({ state }: CountLineRecord) => state !== 'Posted' && state !== 'Skipped'
  const wanted = lineNos
    ? lines.filter((line) => lineNos.includes(line.lineNo) && isLeft(line))
    : lines.filter((line) => isLeft(line) && (line.state === 'Blocked' || !differenceOf(line).eq(ZERO)))
  if (lineNos && wanted.length < new Set(lineNos).size)
    throw validationError({ lines: ['The field lines must name lines of the count that are not posted.'] })
  if (wanted.length === 0) throw new AppError('conflict', `Count ${count._id} has no line to count again.`)
  return {
    lines: wanted.map((before) => ({ before, after: toRecount(before) })),
    fields: { status: 'Open', submittedBy: null, approvedBy: null },
  }
}

export const toRecount = (line: CountLineRecord, blocked = ''): CountLineRecord => ({
  ...{ ...line, state: 'Recount', blocked },
  ...{ counted: null, countedBy: null, countedAt: null, position: null, unitCost: null },
})

/** Throws 403 if the client counted a difference that is too large for it to approve. */
function approve({ count, lines, caller }: CountInTransaction): Changes {
  const own = caller?.kind === 'client' ? lines.filter(({ countedBy }) => countedBy === caller.id) : []
  const tooLarge = own.find((line) => line.state === 'Counted' && isOverLimit(line, count))
  if (tooLarge)
    throw new AppError('forbidden', `Line ${tooLarge.lineNo} was counted by this client: another one must approve it.`)
  return { fields: { status: 'Approved', approvedBy: caller?.id ?? '' } }
}

function cancel({ count, lines, stock }: CountInTransaction): Changes {
  const left = lines.filter(({ state }) => state !== 'Posted' && state !== 'Skipped')
  const isPosted = count.postedLines > 0
  return {
    lines: left.map(skip),
    fields: isPosted ? { status: 'Posted', posted: stock.now } : { status: 'Canceled' },
  }
}
