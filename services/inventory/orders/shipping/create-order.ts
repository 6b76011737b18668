import { validationError } from '../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { ShippingOrderInput } from '../../../../shared/contract/orders/shipping-inputs.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Numbers, StockView } from '../../engine/plan.ts'
import { toQuantity, ZERO } from '../../records/quantity.ts'
import { createDescribeLine } from '../describe-line.ts'
import { NO_LINES, nextOrderNumber } from '../order-header.ts'
import { withExpiry } from '../reservations/expire.ts'
import { numberLines, resolveLines } from '../resolve-lines.ts'
import { createStockOperation } from '../stock-operation.ts'
import { createAllocation, toEntry } from './allocate.ts'
import { toDetail } from './describe.ts'
import { changeHeader, changeLine, refuseLine, toLineWrite, toNewLine } from './line-state.ts'
import { toEvents } from './shipping-events.ts'
import { shippingFamily, shippingOrders } from './shipping-order.model.ts'
import type { ShippingParts } from './shipping-orders.ts'

/** Creates shipping orders, and allocates stock to their lines in the same transaction. */
export function createCreateOrder(parts: ShippingParts) {
  const { counters, numbers: orderNumbers, customers } = parts

  return createStockOperation(parts)(
    inventory.createShippingOrder,
    async (input: ShippingOrderInput, context: CallContext) => {
      const lineNos = numberLines(input.lines)
      const [customer, byName, number] = await Promise.all([
        customers.named(input.customer),
        resolveLines(parts, input.lines, context),
        orderNumbers.choose({
          kind: shippingFamily.kind,
          given: input.soNo,
          next: () => nextOrderNumber(counters, 'shippingOrder', 'SO'),
        }),
      ])
      if (!customer) throw validationError({ customer: ['The field customer must name an active customer.'] })
      const soNo = number.value
      const { allocate = 'soft', shortage = 'backorder', priority = 0 } = input
      const ordered = input.lines.map(({ shortID: name, warehouse: wid, units }, index) => {
        const item = byName.get(name)
        if (!item) throw new Error(`Item ${name} was not resolved`)
        const place = { partNo: item._id, shortID: item.shortID, wid }
        return toNewLine(soNo, lineNos[index] ?? 0, units, place, allocate)
      })
      const describe = await createDescribeLine(parts, ordered, byName.values())
      const partNos = [...new Set(ordered.map(({ partNo }) => partNo))]

      const plan = async (stock: StockView, numbers: Numbers) => {
        const taken = await number.take(stock)
        const allocateLine = createAllocation(stock, numbers, priority)
        const lines = []
        const entries = []
        const documents = []
        for (const line of ordered) {
          const wanted = toQuantity(line.units)
          const { units, figures, documents: reserved } = await allocateLine(line, wanted)
          const missing = wanted.minus(units)
          if (shortage === 'reject' && missing.gt(ZERO))
            throw refuseLine(line, `ordered ${wanted.toFixed()}, available ${units.toFixed()}`)
          const canceled = shortage === 'partial' && allocate !== 'none' ? missing : ZERO
          lines.push(changeLine(line, { committed: units, canceled, backordered: units.plus(canceled).times(-1) }))
          if (units.gt(ZERO)) entries.push(await toEntry(line, { type: 'reserve', units, figures }, numbers))
          documents.push(...reserved)
        }
        const empty = {
          _id: soNo,
          ...{ customer: customer.name, customerNo: customer._id, priority },
          orderDate: input.orderDate === undefined ? stock.now : new Date(input.orderDate),
          shipDate: input.shipDate === undefined ? null : new Date(input.shipDate),
          ...{ status: 'Open' as const, ...NO_LINES, openLines: 0, startedLines: 0, modified: stock.now },
        }
        const changes = lines.map((after) => ({ before: undefined, after }))
        const header = changeHeader(empty, changes, stock.now)
        return {
          entries,
          documents: [
            taken,
            shippingOrders.change(undefined, header),
            ...changes.map((change) => toLineWrite(change, stock.now)),
            ...documents,
          ],
          events: toEvents(undefined, header, changes),
          answer: toDetail(header, lines, describe),
        }
      }
      return { partNos, plan: withExpiry(partNos, plan) }
    },
  )
}
