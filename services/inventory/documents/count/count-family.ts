import { Count, type CountStatus } from '../../../../shared/contract/documents/count-records.ts'
import { EARLIEST } from '../../../../shared/database/page-index/indexed-list.ts'
import { namesOf } from '../../../../shared/names/families.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import type { Family, LineChange, Unversioned, Unwritten } from '../kit/family/family.ts'
import { createResults } from '../kit/family/results.ts'
import { type CountLineRecord, type CountRecord, countLineId, countLines, counts } from './count.model.ts'

const names = namesOf('count')

export type CountHeader = Unversioned<CountRecord>
export type CountLine = Unwritten<CountLineRecord>
export type CountLineChange = LineChange<CountLineRecord>

/** A count as it is returned, without lines. */
export const toCount = createResults<typeof Count, CountHeader>(Count, {
  countNo: '_id',
  createdByPerson: ({ createdPerson }) => createdPerson?.name,
  submittedByPerson: ({ submittedPerson }) => submittedPerson?.name,
  approvedByPerson: ({ approvedPerson }) => approvedPerson?.name,
})

/** The statuses of a count in which each step may be done. */
export const countSteps = {
  count: ['Open'],
  submit: ['Open'],
  recount: ['Submitted', 'Approved', 'Partial'],
  approve: ['Submitted'],
  post: ['Approved', 'Partial'],
  cancel: ['Open', 'Submitted', 'Approved', 'Partial'],
} as const satisfies Record<string, readonly CountStatus[]>

/** Whether nothing is done with a line any more. */
export const isEnded = ({ state }: Pick<CountLine, 'state'>) => state === 'Posted' || state === 'Skipped'

export const UNSUBMITTED = { submittedBy: null, submittedPerson: null, approvedBy: null, approvedPerson: null } as const

/** A count that is to be counted again: what was submitted and approved is over. */
export const reopened = { status: 'Open', ...UNSUBMITTED } as const

/** A line of which nothing is counted. */
export const UNCOUNTED = {
  unitCost: null,
  counted: null,
  countedBy: null,
  countedPerson: null,
  countedActor: null,
  countedAt: null,
  position: null,
} as const

export const toRecount = (line: CountLineRecord, blocked = ''): CountLineRecord => ({
  ...line,
  state: 'Recount',
  blocked,
  ...UNCOUNTED,
})

const toCountPayload = ({ countNo, lineNo, partNo, wid, expected, counted, unitCost, reasonCode }: CountLine) => ({
  number: countNo,
  lineNo,
  partNo,
  wid,
  expected: toNumber(expected),
  counted: toNumber(counted ?? expected),
  unitCost: unitCost && toNumber(unitCost),
  reasonCode: reasonCode ?? null,
})

/** Counts of stock: what was counted is compared with the books, and the difference is posted (docs/counts.md). */
export const countFamily: Family<CountRecord, CountLineRecord> = {
  ...names,
  statusInSentence: (status) => status,
  headers: counts,
  lines: countLines,
  lineId: countLineId,
  nextNumber: async (counters) => `${names.prefix}-${String(await counters.nextOf(names.key)).padStart(5, '0')}`,
  list: {
    name: 'countPageIndex',
    collection: 'counts',
    keyField: 'created',
    sectionFields: ['status', 'assignee', 'wids'],
    lowestKey: EARLIEST,
    sortable: Object.keys(Count.shape),
    storedAs: {
      countNo: '_id',
      createdByPerson: 'createdPerson.name',
      submittedByPerson: 'submittedPerson.name',
      approvedByPerson: 'approvedPerson.name',
    },
    warehouses: { fields: ['wids'], seenBy: 'every' },
  },
  touches: 'nothing',
  found: { nameOf: ({ warehouseName }) => warehouseName },
  widsOf: ({ wid }) => [wid],
  counts: {
    openLines: ({ state }) => state === 'Open' || state === 'Recount',
    blockedLines: ({ state }) => state === 'Blocked',
    postedLines: ({ state }) => state === 'Posted',
    skippedLines: ({ state }) => state === 'Skipped',
  },
  /** Once, when it is posted: not again when its count gets another number. */
  payloadOfLine: (line, before) =>
    before && before.state !== 'Posted' && line.state === 'Posted' ? { counted: [toCountPayload(line)] } : {},
  /** The event of a count that is posted now. It has no figure of the books. */
  events(before, after) {
    if (after.status !== 'Posted' || before?.status === 'Posted') return []
    const payload = { at: after.modified.toISOString(), wids: [after.wid], data: toCount(after) }
    return [{ subject: 'count.posted', payload }]
  },
}
