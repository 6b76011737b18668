import type { Connection } from 'mongoose'
import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import { WorkOrder, type WorkStatus } from '../../../../shared/contract/orders/work-orders.ts'
import type { Counters } from '../../../../shared/database/counters.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { ReferenceParts } from '../../registries/references.ts'
import { createDescribeLine } from '../describe-line.ts'
import { authorizeOrder, type OrderQuery, orderFilter, orderSort } from '../order-access.ts'
import type { OperationParts } from '../stock-operation.ts'
import { toDetail, toWorkOrder } from './describe.ts'
import { type WorkLineRecord, type WorkOrderRecord, workLines, workOrders } from './work-order.model.ts'

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

/** The order of a number; throws 404, or 403 if not all of it is in the caller's warehouses. */
export async function findOrder(
  connection: Connection,
  woNo: string,
  caller: Caller | undefined,
): Promise<WorkOrderRecord> {
  const header = await workOrders.model(connection).findById(woNo).lean<WorkOrderRecord>()
  if (!header) throw new AppError('not_found', `There is no work order ${woNo}.`)
  authorizeOrder(header, caller)
  return header
}

/** Reads of work orders (docs/orders.md#work-orders). */
export function createWorkOrders({ connection, items, registries }: WorkParts) {
  const orders = workOrders.model(connection)
  const lines = workLines.model(connection)

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

    async get({ woNo }: { woNo: string }, { caller, deadline }: CallContext) {
      await findOrder(connection, woNo, caller)
      const { header, ofOrder } = await inSnapshot(connection, deadline, async (session) => ({
        header: await orders.findById(woNo).session(session).lean<WorkOrderRecord>().orFail(),
        ofOrder: await lines.find({ woNo }).session(session).lean<WorkLineRecord[]>(),
      }))
      return toDetail(header, ofOrder, await createDescribeLine({ items, registries }, ofOrder))
    },
  }
}

/** No item has this number. */
const NO_ITEM = -1
