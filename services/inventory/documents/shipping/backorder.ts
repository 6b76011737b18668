import { groupBy } from '../../../../shared/process/group-by.ts'
import { sum, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { sumEffects } from '../../stock/engine/document-hooks.ts'
import type { StockEntry } from '../../stock/engine/effect.ts'
import type { DocumentEffect, LevelKey, LossReason, Numbers, Plan, StockView } from '../../stock/engine/plan.ts'
import { reservations } from '../../stock/reservations/records/reservation.model.ts'
import { addToReservation, committed, toReservationEntry } from '../../stock/reservations/reservation-changes.ts'
import { changeDocument, toLineEntry } from '../kit/document-effect.ts'
import type { LineChange } from '../kit/family/family.ts'
import { findLosses, type Loss } from './find-losses.ts'
import { shippingFamily } from './shipping-family.ts'
import { type ShippingLineRecord, shippingLineId, shippingLines, shippingOrders } from './shipping-order.model.ts'
import { moveUnits } from './shipping-order-line.ts'

/**
 * Backorders what orders have committed and cannot be had any more, and takes off reservations what their lot has lost.
 * It follows everything that makes stock unusable; `why` is the cause.
 */
export const backorderShortages =
  ([key, ...others]: readonly LevelKey[], why: LossReason): Plan<undefined> =>
  async (stock, numbers) => {
    if (!key) return { entries: [], result: undefined }
    const next = others.length > 0 ? backorderShortages(others, why) : undefined
    const losses = await findLosses(stock, key.partNo, key.wid, why)
    const byOrder = groupBy(
      losses.filter(({ record }) => record.ofOrder),
      ({ record }) => record.reference,
    )
    const changes = []
    for (const [soNo, ofOrder] of byOrder) changes.push(await backorder(soNo, ofOrder, stock, numbers))
    for (const loss of losses) if (!loss.record.ofOrder) changes.push(await shrink(loss, stock, numbers))
    return {
      entries: changes.flatMap(({ entries }) => entries),
      records: changes.flatMap(({ records = [] }) => records),
      events: changes.flatMap(({ events = [] }) => events),
      result: undefined,
      next,
    }
  }

/** Takes units of lines of one order, all of one item in one warehouse. */
async function backorder(soNo: string, losses: readonly Loss[], stock: StockView, numbers: Numbers) {
  const header = await stock.records.get(shippingOrders, soNo)
  if (!header) throw new Error(`Shipping order ${soNo} is gone`)
  const lines: LineChange<ShippingLineRecord>[] = []
  const entries: StockEntry[] = []
  const released: DocumentEffect[] = []
  for (const [lineNo, ofLine] of groupBy(losses, ({ record }) => record.line ?? 0)) {
    const before = await stock.records.get(shippingLines, shippingLineId(soNo, lineNo))
    if (!before) throw new Error(`Line ${lineNo} of shipping order ${soNo} is gone`)
    const units = unitsOf(ofLine)
    const lost = unitsOf(ofLine.filter(({ reason }) => reason === 'lost'))
    const { figures, records } = sumEffects(
      [...groupBy(ofLine, ({ record }) => record)].map(([record, ofRecord]) =>
        addToReservation(record, unitsOf(ofRecord).times(-1), stock.now, 'Released'),
      ),
    )
    const attributes = { remark: `Backordered: ${reasonsOf(ofLine)}` }
    const entry = { type: 'unreserve', units, figures, attributes } as const
    entries.push(await toLineEntry(shippingFamily, before, entry, numbers))
    lines.push({ before, after: moveUnits(before, { committed: units.times(-1), backordered: units }, lost) })
    released.push({ figures, records })
  }
  const { records } = sumEffects(released)
  const changes = { lines, entries, records, included: { reason: reasonsOf(losses) } }
  const { effect } = await changeDocument(shippingFamily, header, changes, [], stock, numbers)
  return effect
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
    records: [reservations.change(record, { ...record, ...changed, modified: stock.now })],
    events: [],
  }
}

const unitsOf = (losses: readonly Loss[]) => sum(losses.map(({ units }) => units))
const reasonsOf = (losses: readonly Loss[]) => [...new Set(losses.map(({ reason }) => reason))].sort().join(', ')
