import { namedLines } from '../../../../../services/inventory/documents/kit/changed-lines.ts'
import { createCreation, type LineOf } from '../../../../../services/inventory/documents/kit/creation.ts'
import { toFigures, toLineEntry } from '../../../../../services/inventory/documents/kit/document-effect.ts'
import { toDates, toLinePayload } from '../../../../../services/inventory/documents/kit/document-events.ts'
import {
  type Family,
  storedByHeaders,
  storedByLines,
  type Unversioned,
  type Unwritten,
} from '../../../../../services/inventory/documents/kit/family/family.ts'
import { addTo } from '../../../../../services/inventory/documents/kit/family/quantities.ts'
import { createResults } from '../../../../../services/inventory/documents/kit/family/results.ts'
import { createReads, onlyOne, resultWithLines } from '../../../../../services/inventory/documents/kit/reads.ts'
import { type DocumentDeps, registerFamily } from '../../../../../services/inventory/documents/kit/register-family.ts'
import { createSteps, type Opened } from '../../../../../services/inventory/documents/kit/steps.ts'
import { defineRecords } from '../../../../../services/inventory/records/versioned-records.ts'
import type { Numbers, StockView } from '../../../../../services/inventory/stock/engine/plan.ts'
import { requireAvailable } from '../../../../../services/inventory/stock/levels/figures.ts'
import { chooseLots } from '../../../../../services/inventory/stock/lots/choose-lots.ts'
import { issueFrom } from '../../../../../services/inventory/stock/movements/issue.ts'
import { toNewLot } from '../../../../../services/inventory/stock/movements/receive.ts'
import { findAllocatable } from '../../../../../services/inventory/stock/reservations/reserved-stock.ts'
import type { PageQuery } from '../../../../../shared/contract/core/paging.ts'
import { requiringAll } from '../../../../../shared/contract/notifications/changes.ts'
import { defineSchema, field, type RecordOf } from '../../../../../shared/database/record-fields.ts'
import type { OutgoingEvent } from '../../../../../shared/messaging/events/outbox.ts'
import type { CallContext } from '../../../../../shared/process/call-context.ts'
import { toNumber, toQuantity, toStored, ZERO } from '../../../../../shared/quantity.ts'
import { Loan as LoanAnswer, loanOperations } from './loan-contract.ts'
import { loanNames, reportedLoans } from './loan-names.ts'

// A seventh family: units lent to a borrower, which are returned or lost.

const header = {
  ...storedByHeaders,
  status: field.oneOf<'Open' | 'Closed'>(),
  borrower: field.text,
  lent: field.date,
  due: field.nullable(field.date),
  openLines: field.number,
}
const line = {
  ...storedByLines,
  loanNo: field.text,
  units: field.quantity,
  out: field.quantity,
  returned: field.quantity,
  lost: field.quantity,
}
export interface Loan extends RecordOf<typeof header> {}
export interface LoanLine extends RecordOf<typeof line> {}

const loans = defineRecords<Loan>('Loan', defineSchema('loans', header))
export const loanLines = defineRecords<LoanLine>('LoanLine', defineSchema('loanLines', line))
export const toLoan = createResults<typeof LoanAnswer, Unversioned<Loan>>(LoanAnswer, { loanNo: '_id' })

export const family: Family<Loan, LoanLine> = {
  ...loanNames,
  headers: loans,
  lines: loanLines,
  lineId: (loanNo, lineNo) => `${lineNo}/${loanNo}`,
  list: {
    name: 'loanPageIndex',
    collection: 'loans',
    keyField: 'lent',
    lowestKey: new Date(0),
    sectionFields: ['status', 'borrower', 'wids'],
    sortable: Object.keys(LoanAnswer.shape),
    storedAs: { loanNo: '_id' },
    warehouses: { fields: ['wids'], seenBy: 'every' },
  },
  touches: 'claims',
  found: { nameOf: ({ borrower }) => borrower },
  atp: {
    where: { out: { $gt: toStored(ZERO) } },
    unitsOf: ({ out }) => toQuantity(out),
    dateOf: ({ due }) => due,
  },
  counts: { openLines: ({ out }) => toQuantity(out).gt(ZERO) },
  statusOf: ({ openLines }) => (openLines > 0 ? 'Open' : 'Closed'),
  conserved: { whole: 'units', terms: ['out', 'returned', 'lost'] },
  figures: { figure: 'onOrder', field: 'out', entry: ({ lost }) => ({ units: lost, remark: 'Lost' }) },
  entered: { figure: 'onOrder', types: { units: { issue: 1 }, returned: { receive: 1 } } },
  payloadOf: ({ _id: number, version, borrower: party, lent, due }) => ({
    orders: [{ family: reportedLoans, number, version, party, ...toDates(lent, due) }],
  }),
  payloadOfLine: (line) => {
    const [units, open] = [toNumber(line.units), toNumber(line.out)]
    const quantities = { units, open, done: toNumber(line.returned), price: null }
    return { lines: [{ family: reportedLoans, ...toLinePayload(loanNames, line), ...quantities }] }
  },
  events(before, after) {
    const payload = { at: after.modified.toISOString(), wids: requiringAll(after.wids), data: toLoan(after) }
    // The types know the events of the six families.
    return before ? [] : [{ subject: 'loan.created', payload } as unknown as OutgoingEvent]
  },
}

type Amount = { readonly units: number }
interface LoanInput {
  readonly loanNo?: string | undefined
  readonly borrower: string
  readonly due?: string | undefined
  readonly lines: readonly (Amount & { shortID: string; warehouse: number })[]
}
type LoanQuery = PageQuery & { status?: string; borrower?: string; warehouse?: number }
export type Back = { loanNo: string; lines: readonly (Amount & { lineNo: number })[] }

function toLine({ number: loanNo, lineNo, partNo, shortID, wid, units: lent }: LineOf<LoanInput['lines'][number]>) {
  const [all, none] = [toStored(toQuantity(lent)), toStored(ZERO)]
  const key = { _id: family.lineId(loanNo, lineNo), loanNo, lineNo, partNo, shortID, wid }
  return { ...key, units: all, out: all, returned: none, lost: none }
}

/** What is lent leaves the stock, and is expected to come back. */
async function lend(lines: readonly Unwritten<LoanLine>[], _: LoanInput, stock: StockView, numbersOf: Numbers) {
  const entries = []
  for (const after of lines) {
    const { partNo, wid } = after
    const lent = toQuantity(after.units)
    requireAvailable(lent, await findAllocatable(stock, partNo, wid))
    const lots = chooseLots(await stock.candidates({ partNo, wid }, 'issue', lent), lent)
    const figures = toFigures(family, { before: undefined, after })
    const issued = {
      type: 'issue',
      units: lent,
      figures,
      lots: lots.map((part) => issueFrom(part, stock.now)),
    } as const
    entries.push(await toLineEntry(family, after, issued, numbersOf))
  }
  return { lines, entries, records: [] }
}

async function giveBack({ stock, numbers: numbersOf, ...loan }: Opened<Loan, LoanLine>, { lines }: Back) {
  const changes = []
  const entries = []
  for (const { line: before, input } of namedLines(loan, lines, 'loan')) {
    const back = toQuantity(input.units)
    requireAvailable(back, toQuantity(before.out))
    const after = addTo(before, { out: back.times(-1), returned: back })
    const { partNo, shortID, wid } = before
    const lot = toNewLot({ wid }, { _id: partNo, shortID }, await numbersOf.recNo(), back, stock.now)
    const figures = toFigures(family, { before, after })
    const received = { type: 'receive', units: back, figures, lots: [{ before: undefined, after: lot }] } as const
    entries.push(await toLineEntry(family, before, received, numbersOf))
    changes.push({ before, after })
  }
  return { lines: changes, entries }
}

const lose = (loan: Opened<Loan, LoanLine>, { lines }: Back) => ({
  lines: namedLines(loan, lines, 'loan').map(({ line: before, input }) => {
    const lost = toQuantity(input.units)
    requireAvailable(lost, toQuantity(before.out))
    return { before, after: addTo(before, { out: lost.times(-1), lost }) }
  }),
})

export function createLoans(deps: DocumentDeps) {
  const answer = resultWithLines(deps, toLoan, ({ out }: Unwritten<LoanLine>) => ({ out: toNumber(out) }))
  const reads = createReads(deps, family, toLoan, answer)
  const step = createSteps(deps, family, answer)
  return {
    listLoans: (query: LoanQuery, context: CallContext) =>
      reads.list(query, { status: onlyOne(query.status), borrower: onlyOne(query.borrower) }, context),
    getLoan: ({ loanNo }: { loanNo: string }, context: CallContext) => reads.get(loanNo, context),
    createLoan: createCreation(deps, family, answer, loanOperations.createLoan, {
      given: ({ loanNo }: LoanInput) => loanNo,
      prepare: async ({ borrower }: LoanInput) => borrower,
      toHeader: ({ due }, borrower, now) => ({ borrower, lent: now, due: due === undefined ? null : new Date(due) }),
      toLine,
      decide: lend,
    }),
    returnLoan: step(loanOperations.returnLoan, { from: ['Open'], decide: giveBack }),
    loseLoan: step(loanOperations.loseLoan, { from: ['Open'], decide: lose }),
  }
}

export const loanFamily = registerFamily(family, { createOperations: createLoans })
