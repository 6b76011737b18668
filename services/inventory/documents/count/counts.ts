import type { Input } from '../../../../shared/contract/core/operation.ts'
import { toPage } from '../../../../shared/contract/core/paging.ts'
import { Count, type CountDetail } from '../../../../shared/contract/counts/count-records.ts'
import type { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { readOrder } from '../kit/find-order.ts'
import { readOrderPage } from '../kit/order-list.ts'
import { createChangeCount } from './change-count.ts'
import { type CountRecord, countFamily, counts as countRecords } from './count.model.ts'
import { createCountLine } from './count-line.ts'
import type { CountParts } from './count-parts.ts'
import { createCreateCount } from './create-count.ts'
import { toCount, toCountLines } from './describe.ts'
import { createPostCount } from './post-count.ts'

type Query = Input<(typeof inventory)['listCounts']>

const sortable = Object.keys(Count.shape)

const LIST = {
  ...{ partyField: 'assignee', startField: 'created', keyField: 'created', endField: 'created' },
  ...{ numberField: 'countNo', sortable },
}

/** The operations on counts (docs/counts.md). */
export function createCounts(parts: CountParts) {
  const { connection, items, pageIndex } = parts
  const source = countRecords.model(connection)

  return {
    async list({ wid, ...query }: Query, { caller }: CallContext) {
      const { status, assignee } = query
      const restrictions = {
        statuses: status && [status],
        parties: assignee === undefined ? undefined : [assignee],
      }
      const list = { ...LIST, source, pageIndex }
      const { totalCount, found } = await readOrderPage<CountRecord>(
        list,
        { ...query, warehouse: wid },
        restrictions,
        caller,
      )
      return toPage(found.map(toCount), totalCount, query)
    },

    async get({ countNo }: { readonly countNo: string }, context: CallContext): Promise<CountDetail> {
      const { header, lines } = await readOrder(connection, countFamily, countNo, context)
      const ofLines = await items.findMany(lines.map(({ partNo }) => partNo))
      return {
        ...toCount(header),
        lines: toCountLines(header, lines, ofLines, context.caller),
      }
    },

    create: createCreateCount(parts),
    countLine: createCountLine(parts),
    ...createChangeCount(parts),
    post: createPostCount(parts),
  }
}
