import type { Connection } from 'mongoose'
import { requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import { WorkOrder, type WorkStatus } from '../../../../shared/contract/orders/work-orders.ts'
import type { Counters } from '../../../../shared/database/counters.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { ReferenceParts } from '../../registries/references.ts'
import { createDescribeLine } from '../describe-line.ts'
import { readOrder } from '../find-order.ts'
import { type OrderQuery, orderFilter, orderSort } from '../order-access.ts'
import type { OperationParts } from '../stock-operation.ts'
import { toDetail, toWorkOrder } from './describe.ts'
import { type WorkOrderRecord, workFamily, workOrders } from './work-order.model.ts'

export interface WorkParts extends OperationParts, ReferenceParts {
  readonly connection: Connection
  readonly counters: Counters
}

export interface WorkQuery extends OrderQuery {
  readonly shortID?: string | undefined
  readonly status?: WorkStatus | undefined
  readonly assignee?: string | undefined
}

const sortable = Object.keys(WorkOrder.shape)

/** Reads of work orders (docs/orders.md#work-orders). */
export function createWorkOrders({ connection, items, registries }: WorkParts) {
  const orders = workOrders.model(connection)

  return {
    async list(query: WorkQuery, context: CallContext) {
      const { status, assignee, shortID } = query
      const filter = {
        ...orderFilter(query, context.caller, 'startDate', 'dueDate'),
        ...(status !== undefined && { status }),
        ...(assignee !== undefined && { assignee }),
        ...(shortID !== undefined && { partNos: (await items.find(shortID, context))?._id ?? NO_ITEM }),
      }
      const sort = orderSort(requestedSort(query, sortable), 'woNo', 'startDate')
      const { totalCount, found } = await readCountedPage<WorkOrderRecord>(orders, { filter, sort }, query)
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
