import { hasPermission, permissions } from '../../../../shared/contract/core/access.ts'
import { type Quantity, smaller, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { NO_EFFECT, sumEffects } from '../../stock/engine/document-hooks.ts'
import type { DocumentEffect, DocumentHooks, LineFigures, NamedLine, StockView } from '../../stock/engine/plan.ts'
import type { OrderFigure } from '../../stock/levels/level.model.ts'
import { nameOf, OTHERS } from '../../stock/reservations/reserved-stock.ts'
import { type OrderLineRecord, orderLineId, orderLines } from './order-line.model.ts'

/** The units that a line awaits: a receipt that names it closes them. */
const AWAITED = ['aSN', 'onOrder'] as const
/** The units reserved for a line, in the sequence in which an issue that names it takes them. */
const PROMISED = ['packed', 'committed'] as const

/** Lines of other systems' orders: a receipt closes what they await, an issue the units reserved for them. */
export const foreignOrderHooks: DocumentHooks = {
  async receive(stock, named, units) {
    const open = await findOpenLines(stock, named, AWAITED)
    return open.length === 0 ? undefined : sumEffects(open.map((record) => closeUnits(record, units)))
  },

  async reserved(stock, named) {
    const open = await findOpenLines(stock, named, PROMISED)
    return open.map((record) => ({
      units: toQuantity(record.units),
      take: (units) => closeUnits(record, units),
    }))
  },

  async reverse(stock, { partNo }, figures) {
    return sumEffects(await Promise.all(figures.map((change) => reopen(stock, partNo, change))))
  },

  async namedReservations(stock, key, caller) {
    const stated = await stock.records.find(orderLines, { partNo: key.partNo, wid: key.wid })
    const mayRead = hasPermission(caller, permissions.readShippingOrders)
    return stated
      .filter(({ kind }) => kind === 'committed' || kind === 'packed')
      .map(({ reference, line, units }) => ({
        to: mayRead ? nameOf(reference, line) : OTHERS,
        units: toQuantity(units),
      }))
  },
}

/** The lines of the given figures that a request names. */
async function findOpenLines(
  stock: StockView,
  { partNo, wid, reference, line }: NamedLine,
  kinds: readonly OrderFigure[],
): Promise<OrderLineRecord[]> {
  const ids = kinds.map((kind) => orderLineId(kind, { partNo, wid, reference, line }))
  const records = await Promise.all(ids.map((id) => stock.records.get(orderLines, id)))
  return records.flatMap((record) => record ?? [])
}

/** Takes units off those of a line, at most what is open. */
function closeUnits(record: OrderLineRecord, units: Quantity): DocumentEffect {
  const closed = smaller(toQuantity(record.units), units)
  return closed.lte(ZERO) ? NO_EFFECT : addUnits(record, closed.times(-1))
}

/** Adds units to the open ones of a line; negative ones are taken off. */
function addUnits(record: OrderLineRecord, units: Quantity): DocumentEffect {
  const { kind: figure, wid, reference, line } = record
  const after = { ...record, units: toStored(toQuantity(record.units).plus(units)) }
  return {
    figures: [{ figure, wid, units, reference, line }],
    records: [orderLines.change(record, after)],
  }
}

/** Takes a change of a line back. */
async function reopen(
  stock: StockView,
  partNo: number,
  { figure, units, ...line }: LineFigures[number],
): Promise<DocumentEffect> {
  const record = await stock.records.get(orderLines, orderLineId(figure, { partNo, ...line }))
  if (!record) throw new Error(`Order line ${line.reference}/${line.line} is gone`)
  return addUnits(record, toQuantity(units).times(-1))
}
