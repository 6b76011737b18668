import type { Connection } from 'mongoose'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { StockEffect } from '../../stock/engine/effect.ts'
import type { Plan } from '../../stock/engine/plan.ts'
import { withExpiry } from '../../stock/reservations/expire.ts'
import { findAllocatable } from '../../stock/reservations/reserved-stock.ts'
import { changeDocument } from '../kit/document-effect.ts'
import { allocate } from '../shipping/change-shipping-order.ts'
import { shippingFamily } from '../shipping/shipping-family.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingLines,
  shippingOrders,
} from '../shipping/shipping-order.model.ts'

/** Lines that wait for stock. */
const WAITING = { allocate: { $ne: 'none' as const }, backordered: { $gt: toStored(ZERO) } }

/** The items that lines wait for. */
export const findWaitingItems = (connection: Connection): Promise<number[]> =>
  shippingLines.model(connection).distinct('partNo', WAITING).exec()

/** The items for which effects leave lines waiting. */
export const waitingItemsOf = (effects: readonly StockEffect<unknown>[]): number[] =>
  effects.flatMap(({ records = [] }) =>
    records.flatMap(({ name, after }) => {
      if (name !== shippingLines.name || !after) return []
      // The name says what the record is.
      const line = after as ShippingLineRecord
      return isWaiting(line) ? line.partNo : []
    }),
  )

/** Up to so many waiting lines are all read at once, whatever their items are. */
const FEW = 50

/**
 * The lines that wait for the items. A query that names 64 items takes 11 ms on DocumentDB, even if nothing waits, so
 * it is asked only when more than a few lines wait.
 */
async function readWaitingLines(connection: Connection, partNos: readonly number[]): Promise<ShippingLineRecord[]> {
  const lines = shippingLines.model(connection)
  const few = await lines
    .find(WAITING)
    .limit(FEW + 1)
    .lean<ShippingLineRecord[]>()
  if (few.length <= FEW) return few.filter(({ partNo }) => partNos.includes(partNo))
  return lines.find({ partNo: { $in: [...partNos] }, ...WAITING }).lean<ShippingLineRecord[]>()
}

/** For each item the lines that wait for it: highest priority first, then the oldest order. */
export async function findWaitingLines(
  connection: Connection,
  partNos: readonly number[],
): Promise<ShippingLineRecord[][]> {
  const lines = await readWaitingLines(connection, partNos)
  if (lines.length === 0) return partNos.map(() => [])
  const soNos = lines.map(({ soNo }) => soNo)
  const ofLines = shippingOrders.model(connection).find({ _id: { $in: soNos } })
  const orders = await ofLines.lean<ShippingOrderRecord[]>()
  const rankOf = new Map(
    orders
      .sort((one, other) => other.priority - one.priority || Number(one.orderDate) - Number(other.orderDate))
      .map(({ _id }, rank) => [_id, rank]),
  )
  const rank = ({ soNo }: ShippingLineRecord) => rankOf.get(soNo) ?? 0
  const ranked = groupBy(
    lines.sort((one, other) => rank(one) - rank(other) || one.lineNo - other.lineNo),
    ({ partNo }) => partNo,
  )
  return partNos.map((partNo) => ranked.get(partNo) ?? [])
}

type WaitingLine = Pick<ShippingLineRecord, '_id' | 'soNo' | 'lineNo' | 'partNo' | 'wid'>

/**
 * Allocates lines that wait for one item in one warehouse, in the sequence given, until nothing is left. It refuses
 * nothing.
 */
export const fillBackorders = (waiting: readonly [WaitingLine, ...WaitingLine[]]): Plan<undefined> =>
  withExpiry([waiting[0].partNo], fillNext(waiting))

const fillNext =
  ([line, ...others]: readonly WaitingLine[]): Plan<undefined> =>
  async (stock, numbers) => {
    const nothing = { entries: [], result: undefined }
    if (!line || (await findAllocatable(stock, line.partNo, line.wid)).lte(ZERO)) return nothing
    const next = fillNext(others)
    const header = await stock.records.get(shippingOrders, line.soNo)
    const present = await stock.records.get(shippingLines, line._id)
    // It may have been closed, or told to wait, since it was found.
    if (!header || header.status === 'Closed' || !present || !isWaiting(present)) return { ...nothing, next }
    const order = { header, lines: [present], stock, numbers, items: new Map() }
    const changes = await allocate(order, { lines: undefined })
    if (changes.lines.length === 0) return { ...nothing, next }
    const { effect } = await changeDocument(shippingFamily, header, { ...changes, next }, [], stock, numbers)
    return { ...effect, result: undefined }
  }

const isWaiting = ({ allocate: how, backordered }: ShippingLineRecord) =>
  how !== 'none' && toQuantity(backordered).gt(ZERO)
