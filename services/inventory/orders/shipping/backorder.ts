import { requiringAll } from '../../../../shared/contract/notifications/changes.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { reservations } from '../../claims/reservation.model.ts'
import type { StockEntry } from '../../engine/effect.ts'
import type { Numbers, Plan, StockView } from '../../engine/plan.ts'
import { sum, toNumber, toQuantity, toStored, ZERO } from '../../records/quantity.ts'
import type { DocumentChange } from '../../records/versioned-documents.ts'
import { byLineNo } from '../describe-line.ts'
import { type OrderProgress, sumProgress } from '../open-units.ts'
import { addToReservation, committed, toReservationEntry } from '../reservations/reservation-changes.ts'
import { toEntry } from './allocate.ts'
import { findLosses, type Loss, type LossReason } from './find-losses.ts'
import { changeHeader, changeLine, type LineChange, toLineWrite } from './line-state.ts'
import { type ShippingOrderRecord, shippingLineId, shippingLines, shippingOrders } from './shipping-order.model.ts'

/** An item in a warehouse. */
export interface Place {
  readonly partNo: number
  readonly wid: number
}

/**
 * Backorders what orders have committed and cannot be had any more, and takes off reservations what their lot has lost.
 * Everything that makes stock unusable is followed by it; `why` tells what has happened.
 */
export const backorderShortages =
  ([place, ...others]: readonly Place[], why: LossReason): Plan<undefined> =>
  async (stock, numbers) => {
    if (!place) return { entries: [], answer: undefined }
    const next = others.length > 0 ? backorderShortages(others, why) : undefined
    const losses = await findLosses(stock, place.partNo, place.wid, why)
    const byOrder = groupBy(
      losses.filter(({ record }) => record.ofOrder),
      ({ record }) => record.reference,
    )
    const changes = []
    for (const [soNo, ofOrder] of byOrder) changes.push(await backorder(soNo, ofOrder, stock, numbers))
    for (const loss of losses) if (!loss.record.ofOrder) changes.push(await shrink(loss, stock, numbers))
    return {
      entries: changes.flatMap(({ entries }) => entries),
      documents: changes.flatMap(({ documents }) => documents),
      events: changes.flatMap(({ events }) => events),
      answer: undefined,
      next,
    }
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
    const units = unitsOf(ofLine)
    const lost = unitsOf(ofLine.filter(({ reason }) => reason === 'lost'))
    const progress = sumProgress(
      [...groupBy(ofLine, ({ record }) => record)].map(([record, ofRecord]) =>
        addToReservation(record, unitsOf(ofRecord).times(-1), stock.now, 'Released'),
      ),
    )
    const ledgerFacts = { remark: `Backordered: ${reasonsOf(ofLine)}` }
    entries.push(await toEntry(before, { type: 'unreserve', units, figures: progress.figures, ledgerFacts }, numbers))
    lines.push({ before, after: changeLine(before, { committed: units.times(-1), backordered: units, lost }) })
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

/** Takes off a reservation that belongs to no order what its lot has lost: these units were never consumed. */
async function shrink({ record, units, reason }: Loss, stock: StockView, numbers: Numbers) {
  const left = toQuantity(record.remaining).minus(units)
  const changed = left.gt(ZERO)
    ? { units: toStored(toQuantity(record.units).minus(units)), remaining: toStored(left) }
    : { state: 'Released' as const, remaining: toStored(ZERO) }
  const entry = await toReservationEntry(record, numbers, `Released: ${reason}`)
  return {
    entries: [{ ...entry, type: 'unreserve', units, figures: [committed(record, units.times(-1))] } as const],
    documents: [reservations.change(record, { ...record, ...changed, modified: stock.now })],
    events: [],
  }
}

const unitsOf = (losses: readonly Loss[]) => sum(losses.map(({ units }) => units))
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
