import type { Connection } from 'mongoose'
import { permissions, requirePermission } from '../../../../shared/contract/core/access.ts'
import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { ShippingOrderInput } from '../../../../shared/contract/orders/shipping-inputs.ts'
import { ShippingProgress } from '../../../../shared/contract/orders/shipping-orders.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, toStored, ZERO } from '../../../../shared/quantity.ts'
import { createCreation } from '../kit/creation.ts'
import type { DocumentDeps } from '../kit/document-deps.ts'
import { createDescribeLine, resultWithLines } from '../kit/lines/describe-line.ts'
import { createReads, onlyOne } from '../kit/reads.ts'
import { createSteps } from '../kit/steps.ts'
import { allocate, cancel, decideNewOrder, update } from './change-shipping-order.ts'
import { createListBackorders } from './list-backorders.ts'
import { createListPicks } from './list-picks.ts'
import { pack, ship, unpack } from './pack-and-ship.ts'
import { shippingFamily, toShippingOrder } from './shipping-family.ts'
import { type ShippingLineRecord, shippingLines } from './shipping-order.model.ts'
import { type ShippingLine, toNewShippingLine } from './shipping-order-line.ts'
import { findShortages } from './shortages.ts'

type ListQuery = Input<(typeof inventory)['listShippingOrders']>
type LinesQuery = Input<(typeof inventory)['listShippingOrderLines']>
export interface ShippingOrderNumber {
  readonly soNo: string
}

const UNLESS_CLOSED = { from: ['Open', 'Partial'] }
const lineFields = ShippingProgress.omit({ short: true }).keyof().options

/** The numbers of the orders with a line that waits for stock. */
const findWaiting = (connection: Connection): Promise<string[]> =>
  shippingLines.model(connection).distinct('soNo', { backordered: { $gt: toStored(ZERO) } })

/** The operations on shipping orders (docs/orders.md#shipping-orders). */
export function createShippingOrders(deps: DocumentDeps) {
  const { connection, customers } = deps
  const result = resultWithLines(deps, toShippingOrder, (_: ShippingLine) => ({}))
  const reads = createReads(deps, shippingFamily, toShippingOrder, result)
  const step = createSteps(deps, shippingFamily, result)

  return {
    async listShippingOrders(query: ListQuery, context: CallContext) {
      const customerNo = query.customer === undefined ? undefined : await customers.numbersOf(query.customer)
      const waiting = query.waiting ? [{ _id: { $in: await findWaiting(connection) } }] : []
      return reads.list(query, { status: onlyOne(query.status), customerNo }, context, waiting)
    },
    getShippingOrder: ({ soNo }: ShippingOrderNumber, context: CallContext) => reads.get(soNo, context),

    async listShippingOrderLines(query: LinesQuery, context: CallContext) {
      const { value: listed, ...page } = await reads.lines(
        query,
        query.soNo,
        lineFields,
        async (header) => {
          const describe = await createDescribeLine(deps, header)
          return (line: ShippingLineRecord) => ({
            ...describe(line),
            committed: toNumber(line.committed),
            packed: toNumber(line.packed),
            shipped: toNumber(line.shipped),
            backordered: toNumber(line.backordered),
            canceled: toNumber(line.canceled),
          })
        },
        context,
      )
      const value: ShippingProgress[] = []
      for (const { line, answer: progress } of listed) {
        const short = progress.backordered > 0 ? await findShortages(connection, line, context) : []
        value.push({ ...progress, short })
      }
      return { ...page, value }
    },

    listPicks: createListPicks(deps),
    listBackorders: createListBackorders(deps),

    createShippingOrder: createCreation(deps, shippingFamily, result, inventory.createShippingOrder, {
      given: ({ soNo }: ShippingOrderInput) => soNo,
      async prepare({ customer }) {
        const named = await customers.named(customer)
        if (!named) throw validationError({ customer: ['The field customer must name an active customer.'] })
        return named
      },
      toHeader: ({ priority = 0, orderDate, shipDate }, customer, now) => ({
        customer: customer.name,
        customerNo: customer._id,
        priority,
        orderDate: orderDate === undefined ? now : new Date(orderDate),
        shipDate: shipDate === undefined ? null : new Date(shipDate),
      }),
      toLine: (line, { allocate: how = 'soft' }) => toNewShippingLine(line, how),
      decide: decideNewOrder,
    }),
    updateShippingOrder: step(inventory.updateShippingOrder, update, UNLESS_CLOSED),
    allocateShippingOrder: step(inventory.allocateShippingOrder, allocate, UNLESS_CLOSED),
    packShippingOrder: step(inventory.packShippingOrder, pack),
    unpackShippingOrder: step(inventory.unpackShippingOrder, unpack),
    shipShippingOrder: step(inventory.shipShippingOrder, ship, {
      // Shipping issues stock, which takes the permission of an issue too.
      authorize: (_, caller) => requirePermission(caller, permissions.negativeAdjustment),
    }),
    cancelShippingOrder: step(inventory.cancelShippingOrder, cancel),
  }
}
