import type { Connection } from 'mongoose'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { type StoredQuantity, sum, toQuantity } from '../../../../shared/database/quantity.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import { type PackRecord, packs } from '../../claims/pack.model.ts'
import { type ReservationRecord, reservations } from '../../claims/reservation.model.ts'
import { isOpen, isStarted, requireConserved, toStatus } from './line-state.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingLines,
  shippingOrders,
} from './shipping-order.model.ts'

/** Orders that are compared in one snapshot. */
const ORDERS_PER_BLOCK = 50

/** Units of a line must add up and be those of its reservations and packs; an order's status must be what its lines imply. */
export async function compareShippingOrders(connection: Connection, deadline: number) {
  const differences: Difference[] = []
  for (let after = ''; ; ) {
    const block = await inSnapshot(connection, deadline, async (session) => {
      const orders = await shippingOrders
        .model(connection)
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(ORDERS_PER_BLOCK)
        .session(session)
        .lean<ShippingOrderRecord[]>()
      const soNos = orders.map(({ _id }) => _id)
      const ofOrders = { soNo: { $in: soNos } }
      const active = { reference: { $in: soNos }, ofOrder: true, state: 'Active' as const }
      return {
        orders,
        lines: await shippingLines.model(connection).find(ofOrders).session(session).lean<ShippingLineRecord[]>(),
        packed: await packs.model(connection).find(ofOrders).session(session).lean<PackRecord[]>(),
        reserved: await reservations.model(connection).find(active).session(session).lean<ReservationRecord[]>(),
      }
    })
    for (const order of block.orders) {
      const lines = block.lines.filter(({ soNo }) => soNo === order._id)
      differences.push(...compareHeader(order, lines))
      for (const line of lines) {
        const isOfLine = (one: { soNo: string; lineNo: number | null }) =>
          one.soNo === line.soNo && one.lineNo === line.lineNo
        const reserved = block.reserved.filter(({ reference: soNo, line: lineNo }) => isOfLine({ soNo, lineNo }))
        differences.push(
          ...compareSum(
            line,
            'committed',
            reserved.map(({ remaining }) => remaining),
          ),
          ...compareSum(
            line,
            'packed',
            block.packed.filter(isOfLine).map(({ units }) => units),
          ),
          ...compareUnits(line),
        )
      }
    }
    const last = block.orders.at(-1)
    if (!last || block.orders.length < ORDERS_PER_BLOCK) return { differences }
    after = last._id
  }
}

function compareHeader(order: ShippingOrderRecord, lines: readonly ShippingLineRecord[]): Difference[] {
  const describe = (openLines: number, startedLines: number, status: string) =>
    `${status}, ${openLines} open and ${startedLines} started lines`
  const open = lines.filter(isOpen).length
  const started = lines.filter(isStarted).length
  const expected = describe(open, started, toStatus(open, started))
  const found = describe(order.openLines, order.startedLines, order.status)
  return expected === found ? [] : [{ what: `shipping order ${order._id}`, expected, found }]
}

const nameOf = ({ soNo, lineNo }: ShippingLineRecord) => `line ${lineNo} of shipping order ${soNo}`

function compareSum(line: ShippingLineRecord, place: 'committed' | 'packed', parts: readonly StoredQuantity[]) {
  const expected = sum(parts.map(toQuantity))
  const found = toQuantity(line[place])
  if (expected.eq(found)) return []
  return [{ what: `${place} of ${nameOf(line)}`, expected: expected.toFixed(), found: found.toFixed() }]
}

function compareUnits(line: ShippingLineRecord): Difference[] {
  try {
    requireConserved(line)
    return []
  } catch (error) {
    return [{ what: `units of ${nameOf(line)}`, expected: toQuantity(line.units).toFixed(), found: String(error) }]
  }
}
