import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { WorkOrderInput } from '../../../../shared/contract/orders/work-orders.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { StockView } from '../../engine/plan.ts'
import { toQuantity, toStored, ZERO } from '../../records/quantity.ts'
import { createDescribeLine } from '../describe-line.ts'
import { addLines, NO_LINES, nextOrderNumber } from '../order-header.ts'
import { numberLines, resolveLines } from '../resolve-lines.ts'
import { createStockOperation } from '../stock-operation.ts'
import { toDetail } from './describe.ts'
import { toEvents } from './work-events.ts'
import { startingAt, type WorkLineRecord, workFamily, workLineId, workLines, workOrders } from './work-order.model.ts'
import type { WorkParts } from './work-orders.ts'

type Line = Omit<WorkLineRecord, 'version'>

/** A component of which nothing was issued yet. */
export function toNewLine(
  woNo: string,
  lineNo: number,
  units: number,
  place: Pick<Line, 'partNo' | 'shortID' | 'wid'>,
  created: Date,
): Line {
  const quantities = { units: toStored(toQuantity(units)), completed: toStored(ZERO) }
  return { _id: workLineId(woNo, lineNo), woNo, lineNo, ...place, ...quantities, isClosed: false, created }
}

/** Creates work orders. They move no stock: a component is taken by an issue that names it. */
export const createCreateOrder = (parts: WorkParts) =>
  createStockOperation(parts)(inventory.createWorkOrder, async (input: WorkOrderInput, context: CallContext) => {
    const lineNos = numberLines(input.lines)
    const byName = await resolveLines(parts, input.lines, context)
    const number = await parts.numbers.choose({
      kind: workFamily.kind,
      given: input.woNo,
      next: () => nextOrderNumber(parts.counters, 'workOrder', 'WO'),
    })
    const woNo = number.value
    const places = input.lines.map(({ shortID, warehouse: wid }) => {
      const item = byName.get(shortID)
      if (!item) throw new Error(`Item ${shortID} was not resolved`)
      return { partNo: item._id, shortID: item.shortID, wid }
    })
    const describe = await createDescribeLine(parts, places, byName.values())

    const plan = async (stock: StockView) => {
      const taken = await number.take(stock)
      const lines = places.map((place, index) =>
        toNewLine(woNo, lineNos[index] ?? 0, input.lines[index]?.units ?? 0, place, stock.now),
      )
      const { description, startDate, dueDate, assignee = '' } = input
      const header = {
        ...{ _id: woNo, description, status: 'Open' as const, assignee, notes: [] },
        ...startingAt(startDate === undefined ? null : new Date(startDate)),
        dueDate: dueDate === undefined ? null : new Date(dueDate),
        ...addLines(
          NO_LINES,
          lines.map((after) => ({ before: undefined, after })),
        ),
        modified: stock.now,
      }
      return {
        entries: [],
        documents: [
          taken,
          workOrders.change(undefined, header),
          ...lines.map((line) => workLines.change(undefined, line)),
        ],
        events: toEvents(undefined, header),
        answer: toDetail(header, lines, describe),
      }
    }
    return { partNos: [], plan }
  })
