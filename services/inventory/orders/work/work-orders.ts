import { toPage } from '../../../../shared/contract/core/paging.ts'
import { WorkOrder, type WorkStatus } from '../../../../shared/contract/orders/work-orders.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { createDescribeLine } from '../describe-line.ts'
import { readOrder } from '../find-order.ts'
import type { OrderQuery } from '../order-access.ts'
import { readOrderPage } from '../order-list.ts'
import type { DocumentParts } from '../stock-operation.ts'
import { toDetail, toWorkOrder } from './describe.ts'
import { type WorkOrderRecord, workFamily, workOrders } from './work-order.model.ts'

export interface WorkParts extends DocumentParts {
  readonly pageIndex: PageIndex
}

export interface WorkQuery extends OrderQuery {
  readonly shortID?: string | undefined
  readonly status?: WorkStatus | undefined
  readonly assignee?: string | undefined
}

const sortable = Object.keys(WorkOrder.shape)

/** Reads of work orders (docs/orders.md#work-orders). */
export function createWorkOrders({ connection, items, registries, pageIndex }: WorkParts) {
  const orders = workOrders.model(connection)

  return {
    async list(query: WorkQuery, context: CallContext) {
      const restrictions = {
        statuses: query.status && [query.status],
        parties: query.assignee === undefined ? undefined : [query.assignee],
        partNo: query.shortID === undefined ? undefined : ((await items.find(query.shortID, context))?._id ?? NO_ITEM),
      }
      const dates = { startField: 'startDate', keyField: 'startKey', endField: 'dueDate' } as const
      const list = { source: orders, pageIndex, partyField: 'assignee', numberField: 'woNo', sortable, ...dates }
      const { totalCount, found } = await readOrderPage<WorkOrderRecord>(list, query, restrictions, context.caller)
      return toPage(found.map(toWorkOrder), totalCount, query)
    },

    async get({ woNo }: { woNo: string }, context: CallContext) {
      const { header, lines } = await readOrder(connection, workFamily, woNo, context)
      return toDetail(header, lines, await createDescribeLine({ items, registries }, lines))
    },
  }
}

/** No item has this number. */
const NO_ITEM = -1
