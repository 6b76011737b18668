import { requiringAll } from '../../../../shared/contract/notifications/changes.ts'
import { type Quantity, smaller, sum, toNumber, toQuantity, ZERO } from '../../../../shared/database/quantity.ts'
import type { DocumentChange } from '../../../../shared/database/versioned-documents.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import type { ReservationRecord } from '../../claims/reservation.model.ts'
import type { StockEntry } from '../../engine/effect.ts'
import type { Numbers, Plan, StockView } from '../../engine/plan.ts'
import { byLineNo } from '../describe-line.ts'
import { type OrderProgress, sumProgress } from '../open-units.ts'
import { findShortage, type PromiseShortage, type ShortageReason } from '../reservations/find-shortage.ts'
import { addToReservation } from '../reservations/reservation-changes.ts'
import { toEntry } from './allocate.ts'
import { changeHeader, changeLine, type LineChange, toLineWrite } from './line-state.ts'
import { type ShippingOrderRecord, shippingLineId, shippingLines, shippingOrders } from './shipping-order.model.ts'

/** An item in a warehouse. */
export interface Place {
  readonly partNo: number
  readonly wid: number
}

/** Units that a reservation of an order loses. */
interface Loss {
  readonly record: ReservationRecord
  readonly units: Quantity
  readonly reason: ShortageReason
}

/**
 * Backorders what orders have committed and cannot be had any more: lowest priority first, then the newest order, the reverse of the
 * sequence of the allocator. `why` tells what has made stock unusable. Reservations that belong to no order stay as they are, as nothing
 * would bring them back (docs/orders.md#shortages).
 */
export const backorderShortages =
  ([place, ...others]: readonly Place[], why: ShortageReason): Plan<undefined> =>
  async (stock, numbers) => {
    if (!place) return { entries: [], answer: undefined }
    const next = others.length > 0 ? backorderShortages(others, why) : undefined
    const shortage = await findShortage(stock, place.partNo, place.wid)
    const losses = await chooseLosses(shortage, why, stock)
    const byOrder = [...groupBy(losses, ({ record }) => record.reference)]
    const changes = []
    for (const [soNo, ofOrder] of byOrder) changes.push(await backorder(soNo, ofOrder, stock, numbers))
    return {
      entries: changes.flatMap(({ entries }) => entries),
      documents: changes.flatMap(({ documents }) => documents),
      events: changes.flatMap(({ events }) => events),
      answer: undefined,
      next,
    }
  }

async function chooseLosses({ barred, others, missing }: PromiseShortage, why: ShortageReason, stock: StockView) {
  const losses: Loss[] = barred
    .filter(({ record }) => record.ofOrder)
    .map(({ record, reason }) => ({ record, units: toQuantity(record.remaining), reason }))
  if (missing.lte(ZERO)) return losses
  // A reservation of a lot that may be issued has its units, whatever is missing of others.
  const claims = others.filter(({ ofOrder, hard }) => ofOrder || !hard)
  let left = missing
  for (const record of await inSequenceOfLoss(claims, stock)) {
    const units = smaller(toQuantity(record.remaining), left)
    if (units.lte(ZERO)) break
    left = left.minus(units)
    if (record.ofOrder) losses.push({ record, units, reason: why })
  }
  return losses
}

async function inSequenceOfLoss(records: readonly ReservationRecord[], stock: StockView): Promise<ReservationRecord[]> {
  const ranked = await Promise.all(
    records.map(async (record) => {
      const order = record.ofOrder ? await stock.documents.get(shippingOrders, record.reference) : undefined
      return { record, priority: order?.priority ?? record.priority, since: order?.orderDate ?? record.created }
    }),
  )
  return ranked
    .sort(
      (one, other) =>
        one.priority - other.priority ||
        Number(other.since) - Number(one.since) ||
        (other.record.line ?? 0) - (one.record.line ?? 0) ||
        other.record._id - one.record._id,
    )
    .map(({ record }) => record)
}

/** Takes units of lines of one order, all of one item in one warehouse. */
async function backorder(soNo: string, losses: readonly Loss[], stock: StockView, numbers: Numbers) {
  const header = await stock.documents.get(shippingOrders, soNo)
  if (!header) throw new Error(`Shipping order ${soNo} is gone`)
  const lines: LineChange[] = []
  const entries: StockEntry[] = []
  const released: OrderProgress[] = []
  for (const [lineNo, ofLine] of groupBy(losses, ({ record }) => record.line ?? 0)) {
    const before = await stock.documents.get(shippingLines, shippingLineId(soNo, lineNo))
    if (!before) throw new Error(`Line ${lineNo} of shipping order ${soNo} is gone`)
    const units = sum(ofLine.map((loss) => loss.units))
    const progress = sumProgress(
      ofLine.map((loss) => addToReservation(loss.record, loss.units.times(-1), stock.now, 'Released')),
    )
    const ledgerFacts = { remark: `Backordered: ${reasonsOf(ofLine)}` }
    entries.push(await toEntry(before, { type: 'unreserve', units, figures: progress.figures, ledgerFacts }, numbers))
    lines.push({ before, after: changeLine(before, { committed: units.times(-1), backordered: units }) })
    released.push(progress)
  }
  const after = changeHeader(header, lines, stock.now)
  const documents: DocumentChange[] = [
    shippingOrders.change(header, after),
    ...lines.map((change) => toLineWrite(change, stock.now)),
    ...sumProgress(released).documents,
  ]
  return { entries, documents, events: [toEvent(after, lines, reasonsOf(losses))] }
}

const reasonsOf = (losses: readonly Loss[]) => [...new Set(losses.map(({ reason }) => reason))].sort().join(', ')

function toEvent(
  { _id: soNo, status, wids, modified }: Omit<ShippingOrderRecord, 'version'>,
  changes: readonly LineChange[],
  reason: string,
): OutgoingEvent {
  const lines = changes
    .map(({ before, after }) => {
      const units = toQuantity(after.backordered).minus(before ? toQuantity(before.backordered) : ZERO)
      return { lineNo: after.lineNo, shortID: after.shortID, warehouse: after.wid, units: toNumber(units) }
    })
    .sort(byLineNo)
  const data = { soNo, status, tracking: null, reason, lines }
  return {
    subject: 'shippingOrder.backordered',
    payload: { at: modified.toISOString(), wids: requiringAll(wids), data },
  }
}
