import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../../shared/contract/core/difference.ts'
import type { WorkStatus } from '../../../shared/contract/orders/work-orders.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import type { LedgerModel, LedgerRecord } from '../ledger/ledger.model.ts'
import { addLines } from '../orders/order-header.ts'
import { type WorkLineRecord, workFamily } from '../orders/work/work-order.model.ts'
import { sum, toQuantity, ZERO } from '../records/quantity.ts'
import { type ComparedNumbers, compareOrders, compareUnits, compareValues } from './orders.ts'

/**
 * The header of a work order must be what its lines imply; what was completed of a line must be what the ledger's issues that name it,
 * less those that were reversed, add up to.
 */
export const compareWorkOrders = (
  connection: Connection,
  ledger: LedgerModel,
  deadline: number,
): Promise<Difference[]> =>
  compareOrders(
    connection,
    workFamily,
    {
      imply: (header, lines) => ({
        ...header,
        ...addLines(
          header,
          lines.map((after) => ({ before: undefined, after })),
        ),
        status: implyStatus(header.status, lines),
      }),
      describe: ({ status, totalLines }) => `${status}, ${totalLines} lines`,
      readRelated: (compared, session) => findIssues(ledger, compared, session),
      examineLines: ({ status }, lines, issues) =>
        lines.flatMap((line) => {
          const name = `line ${line.lineNo} of work order ${line.woNo}`
          const units = (issues.get(line.woNo) ?? [])
            .filter((issue) => isCountedIn(line, issue))
            .map((issue) => issue.units)
          return [
            ...compareUnits(`completed of ${name}`, sum(units.map(toQuantity)), line.completed),
            ...compareValues(`end of ${name}`, String(status === 'Closed'), String(line.isClosed)),
          ]
        }),
    },
    deadline,
  )

/** An order may be started before something is issued to it. */
const implyStatus = (status: WorkStatus, lines: readonly WorkLineRecord[]): WorkStatus =>
  status === 'Open' && lines.some(({ completed }) => toQuantity(completed).gt(ZERO)) ? 'In Progress' : status

type Issue = Pick<LedgerRecord, '_id' | 'reference' | 'partNo' | 'wid' | 'units' | 'at' | 'details'>

/** The issues that name a line of these orders and were not reversed, by order. */
async function findIssues(ledger: LedgerModel, { numbers, toPresent }: ComparedNumbers, session: ClientSession) {
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
    (issue) => toPresent(issue.reference),
  )
}

/** An issue from before the line was made was never counted. */
const isCountedIn = ({ lineNo, partNo, wid, created }: WorkLineRecord, issue: Issue) =>
  issue.details.line === lineNo && issue.partNo === partNo && issue.wid === wid && issue.at >= created
