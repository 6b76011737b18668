import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { Plan } from '../../stock/engine/plan.ts'
import { findAllocatable } from '../../stock/reservations/allocatable.ts'
import { withExpiry } from '../../stock/reservations/expire.ts'
import { changeDocument } from '../kit/document-effect.ts'
import { allocate } from '../shipping/change-shipping-order.ts'
import { shippingFamily } from '../shipping/shipping-family.ts'
import { type ShippingLineRecord, shippingLines, shippingOrders } from '../shipping/shipping-order.model.ts'

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
