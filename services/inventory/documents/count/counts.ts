import type { Input } from '../../../../shared/contract/core/operation.ts'
import type { CountDetail } from '../../../../shared/contract/documents/count-records.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { DocumentDeps } from '../kit/document-deps.ts'
import { readDocument } from '../kit/find-document.ts'
import { createReads, onlyOne } from '../kit/reads.ts'
import { createSteps } from '../kit/steps.ts'
import { approve, cancel, recount, submit } from './change-count.ts'
import { countFamily, countSteps, toCount } from './count-family.ts'
import { createCountLine } from './count-line.ts'
import { createCreateCount } from './create-count.ts'
import { toCountLines } from './describe-count-lines.ts'
import { createPostCount } from './post-count.ts'

type ListQuery = Input<(typeof inventory)['listCounts']>
type CountNumber = Input<(typeof inventory)['getCount']>

/** Nothing that a count refers to is named in its answer. */
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
    submitCount: step(inventory.submitCount, submit, { from: countSteps.submit }),
    recountCount: step(inventory.recountCount, recount, { from: countSteps.recount }),
    approveCount: step(inventory.approveCount, approve, { from: countSteps.approve }),
    postCount: createPostCount(deps),
    cancelCount: step(inventory.cancelCount, cancel, { from: countSteps.cancel }),
  }
}
