import { AppError } from '../../../../shared/contract/core/errors.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, smaller, sum, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { NO_EFFECT } from '../../stock/engine/document-hooks.ts'
import type { DocumentEffect, DocumentHooks, NamedLine, StockView } from '../../stock/engine/plan.ts'
import type { LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { type Compared, type CompareRelated, compareUnits, compareValues } from '../kit/compare.ts'
import { createFindLine } from '../kit/find-document.ts'
import { workFamily } from './work-family.ts'
import {
  startingAt,
  type WorkLineRecord,
  type WorkOrderRecord,
  workLineId,
  workLines,
  workOrders,
} from './work-order.model.ts'

/** Work orders: an issue that names a component counts in it. */
export const workHooks: DocumentHooks = {
  findLine: createFindLine(workFamily),
  issue: completeLine,
  reverse: reverseCompletedLine,
}

/**
 * Counts an issue in the component that it names; the first one starts the order. More than required may be issued:
 * scrap is replaced. Throws 409 if the order is closed.
 */
async function completeLine(
  stock: StockView,
  { reference, line: lineNo, partNo, wid }: NamedLine,
  units: Quantity,
): Promise<DocumentEffect> {
  const line = await stock.records.get(workLines, workLineId(reference, lineNo))
  if (line?.partNo !== partNo || line.wid !== wid) return NO_EFFECT
  if (line.isClosed) throw new AppError('conflict', `Work order ${reference} is closed.`)
  const completed = toQuantity(line.completed)
  const change = workLines.change(line, { ...line, completed: toStored(completed.plus(units)) })
  const header = completed.eq(ZERO) ? await stock.records.get(workOrders, reference) : undefined
  if (header?.status !== 'Open') return { figures: [], records: [change] }
  const started = {
    ...header,
    ...startingAt(header.startDate ?? stock.now),
    status: 'In Progress' as const,
    modified: stock.now,
  }
  return {
    figures: [],
    records: [change, workOrders.change(header, started)],
    events: workFamily.events?.(header, started, [], undefined),
  }
}

/** Takes an issue off the component that it was counted in. */
async function reverseCompletedLine(
  stock: StockView,
  { type, reference, partNo, wid, details, at, units }: LedgerRecord,
): Promise<DocumentEffect> {
  if (type !== 'issue' || typeof details.line !== 'number') return NO_EFFECT
  const line = await stock.records.get(workLines, workLineId(reference, details.line))
  // An issue from before the line was made was never counted.
  if (!line || line.partNo !== partNo || line.wid !== wid || at < line.created) return NO_EFFECT
  const completed = toQuantity(line.completed)
  const left = completed.minus(smaller(completed, toQuantity(units)))
  return { figures: [], records: [workLines.change(line, { ...line, completed: toStored(left) })] }
}

/**
 * What was completed of a line must be what the ledger's issues that name it, less those that were reversed, add up to;
 * lines end with their order.
 */
export const compareWithIssues: CompareRelated<WorkOrderRecord, WorkLineRecord> = async (compared) => {
  const issues = await findIssues(compared)
  return ({ status }, lines) =>
    lines.flatMap((line) => {
      const name = `line ${line.lineNo} of work order ${line.woNo}`
      const units = (issues.get(line.woNo) ?? [])
        .filter((issue) => isCountedIn(line, issue))
        .map((issue) => issue.units)
      return [
        ...compareUnits(`completed of ${name}`, sum(units.map(toQuantity)), line.completed),
        ...compareValues(`end of ${name}`, String(status === 'Closed'), String(line.isClosed)),
      ]
    })
}

type Issue = Pick<LedgerRecord, '_id' | 'reference' | 'partNo' | 'wid' | 'units' | 'at' | 'details'>

/** The issues that name a line of these orders and were not reversed, by order. */
async function findIssues({ ledger, numbers, session }: Compared) {
  const reference = { $in: [...numbers] }
  const reversals = await ledger
    .find({ reference, type: 'reverse' }, { reverses: 1 })
    .session(session)
    .lean<Pick<LedgerRecord, 'reverses'>[]>()
  const reversed = new Set(reversals.map(({ reverses }) => reverses))
  const issues = await ledger
    .find({ reference, type: 'issue' }, { reference: 1, partNo: 1, wid: 1, units: 1, at: 1, details: 1 })
    .session(session)
    .lean<Issue[]>()
  return groupBy(
    issues.filter(({ _id }) => !reversed.has(_id)),
    (issue) => issue.reference,
  )
}

/** An issue from before the line was made was never counted. */
const isCountedIn = ({ lineNo, partNo, wid, created }: WorkLineRecord, issue: Issue) =>
  issue.details.line === lineNo && issue.partNo === partNo && issue.wid === wid && issue.at >= created
