import type { Connection } from 'mongoose'
import { hasPermission, permissions, requirePermission } from '../../../../shared/contract/core/access.ts'
import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { ShippingOrderInput } from '../../../../shared/contract/orders/shipping-inputs.ts'
import { ShippingProgress } from '../../../../shared/contract/orders/shipping-orders.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { type Quantity, sum, toNumber, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { LotRecord } from '../../stock/lots/lot.model.ts'
import { type PackRecord, packs } from '../../stock/reservations/records/pack.model.ts'
import { hasLapsed, type ReservationRecord, reservations } from '../../stock/reservations/records/reservation.model.ts'
import { OTHERS } from '../../stock/reservations/reserved-stock.ts'
import { createCreation } from '../kit/creation.ts'
import { createDescribeLine, createReads, onlyOne, resultWithLines } from '../kit/reads.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { createSteps } from '../kit/steps.ts'
import { allocate, cancel, decideNewOrder, update } from './change-shipping-order.ts'
import { createListBackorders } from './list-backorders.ts'
import { createListPicks } from './list-picks.ts'
import { pack, ship, unpack } from './pack-and-ship.ts'
import { shippingFamily, toShippingOrder } from './shipping-family.ts'
import { type ShippingLineRecord, shippingLines } from './shipping-order.model.ts'
import { type ShippingLine, toNewShippingLine } from './shipping-order-line.ts'

type ListQuery = Input<(typeof inventory)['listShippingOrders']>
type LinesQuery = Input<(typeof inventory)['listShippingOrderLines']>
type ShippingOrderNumber = Input<(typeof inventory)['getShippingOrder']>

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
      for (const { line, result: progress } of listed) {
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
    updateShippingOrder: step(inventory.updateShippingOrder, { ...UNLESS_CLOSED, decide: update }),
    allocateShippingOrder: step(inventory.allocateShippingOrder, { ...UNLESS_CLOSED, decide: allocate }),
    packShippingOrder: step(inventory.packShippingOrder, { decide: pack }),
    unpackShippingOrder: step(inventory.unpackShippingOrder, { decide: unpack }),
    shipShippingOrder: step(inventory.shipShippingOrder, {
      // Shipping issues stock, which takes the permission of an issue too.
      authorize: (_, caller) => requirePermission(caller, permissions.negativeAdjustment),
      decide: ship,
    }),
    cancelShippingOrder: step(inventory.cancelShippingOrder, { decide: cancel }),
  }
}

type Shortage = ShippingProgress['short'][number]

/**
 * Stock of a line's item in its warehouse that cannot be allocated to it: lost, on hold, expired, or promised to other lines
 * and reservations. The reference of a reservation is `others` unless the caller may read reservations.
 */
export function findShortages(
  connection: Connection,
  { partNo, wid, soNo, lineNo, lost }: ShippingLineRecord,
  { caller, deadline }: CallContext,
): Promise<Shortage[]> {
  const readsReservations = hasPermission(caller, permissions.readReservations)
  return inSnapshot(connection, deadline, async (session) => {
    const now = present()
    const barred = { partNo, wid, active: true, $or: [{ hold: true }, { expires: { $lte: now } }] }
    const lots = await connection.model<LotRecord>('Lot').find(barred).session(session).lean<LotRecord[]>()
    const active = { partNo, wid, state: 'Active' as const }
    const reserved = await reservations.model(connection).find(active).session(session).lean<ReservationRecord[]>()
    const packed = await packs.model(connection).find({ partNo, wid }).session(session).lean<PackRecord[]>()
    const total = (found: readonly LotRecord[]) => sum(found.map(({ units }) => toQuantity(units)))
    const reservedForOthers = reserved
      .filter((record) => !hasLapsed(record, now) && !(record.reference === soNo && record.line === lineNo))
      .map(({ ofOrder, reference, remaining }) => ({
        reference: ofOrder || readsReservations ? reference : OTHERS,
        units: toQuantity(remaining),
      }))
    const packedForOthers = packed
      .filter((pack) => !(pack.soNo === soNo && pack.lineNo === lineNo))
      .map(({ soNo: reference, units }) => ({ reference, units: toQuantity(units) }))
    const shortages = [
      { reason: 'lost' as const, reference: '', units: lost ? toQuantity(lost) : ZERO },
      { reason: 'held' as const, reference: '', units: total(lots.filter(({ hold }) => hold)) },
      { reason: 'expired' as const, reference: '', units: total(lots.filter(({ hold }) => !hold)) },
      ...byReference(reservedForOthers).map((one) => ({ reason: 'reserved' as const, ...one })),
      ...byReference(packedForOthers).map((one) => ({ reason: 'packed' as const, ...one })),
    ]
    return shortages.filter(({ units }) => units.gt(ZERO)).map((one) => ({ ...one, units: toNumber(one.units) }))
  })
}

function byReference(all: readonly { readonly reference: string; readonly units: Quantity }[]) {
  const sums = new Map<string, Quantity>()
  for (const { reference, units } of all) sums.set(reference, units.plus(sums.get(reference) ?? ZERO))
  return [...sums].map(([reference, units]) => ({ reference, units }))
}
