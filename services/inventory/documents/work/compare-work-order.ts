import { groupBy } from '../../../../shared/process/group-by.ts'
import { sum, toQuantity } from '../../../../shared/quantity.ts'
import type { LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { type Compared, type CompareRelated, compareUnits, compareValues } from '../kit/compare.ts'
import type { WorkLineRecord, WorkOrderRecord } from './work-order.model.ts'

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
