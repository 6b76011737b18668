import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import { available, whyUnavailable } from '../../stock/levels/figures.ts'
import { chooseLots, findNamedLot, type LotSelection, totalUnits } from '../../stock/lots/choose-lots.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { findFreeUnits } from '../../stock/reservations/records/free-units.ts'
import { requireReservationsKept } from '../../stock/reservations/reserved-stock.ts'
import { makeDocument } from '../kit/document-effect.ts'
import type { OrderNumber } from '../kit/order-number.ts'
import { type TransitLine, type TransitRecord, transitLineId } from './transit.model.ts'
import { transitFamily } from './transit-family.ts'
import { createLotsInWork, toTransitEntry } from './transit-lots.ts'

/** A line that was resolved: which lots it may take. */
export interface WantedLine {
  readonly lineNo: number
  readonly item: ItemRecord
  readonly units: number
  readonly selection: LotSelection
  /** What precedes the names of its fields in the request: nothing, or `lines[0].` for one of several lines. */
  readonly path: string
}

/** A request to ship that was resolved. */
export interface Shipment
  extends Pick<TransitRecord, 'wid' | 'warehouse' | 'shipToWid' | 'shipToWarehouse' | 'reference' | 'remark'> {
  readonly number: OrderNumber
  readonly lines: readonly WantedLine[]
}

/** Takes the units of every line out of the source warehouse and into transit, all or nothing. */
export async function planShipment(
  { number, lines: wanted, ...named }: Shipment,
  caller: Caller | undefined,
  stock: StockView,
  numbers: Numbers,
) {
  const { wid, shipToWid, remark } = named
  const slip = number.value
  const taken = await number.take(stock)
  const lots = createLotsInWork(stock, numbers)
  const choose = createChoice(stock)
  const entries = []
  const lines: TransitLine[] = []
  const moved = []
  for (const line of wanted) {
    const { lineNo, item } = line
    const units = toQuantity(line.units)
    const { chosen, held } = await choose(line, units)
    const onItsWay = { wid: shipToWid, spot: '', hold: true, active: false, shipped: stock.now, transit: slip }
    const { lots: changes, made } = await lots.change(chosen, onItsWay)
    const record: TransitLine = {
      _id: transitLineId(slip, lineNo),
      slip,
      lineNo,
      partNo: item._id,
      shortID: item.shortID,
      wid: shipToWid,
      held,
      shipped: toStored(units),
      inTransit: toStored(units),
      recNos: made.map(({ recNo }) => recNo),
      accepted: toStored(ZERO),
      rejected: toStored(ZERO),
      returned: toStored(ZERO),
      lost: toStored(ZERO),
    }
    const attributes = { remark, spot: chosen[0]?.lot.spot ?? '', shipToWid }
    entries.push(await toTransitEntry(record, { type: 'ship', wid, units, lots: changes }, attributes, numbers))
    lines.push(record)
    moved.push(...made)
  }
  for (const [partNo, ofItem] of groupBy(entries, (entry) => entry.partNo))
    await requireReservationsKept({ partNo, lots: ofItem.flatMap((entry) => entry.lots) }, caller, stock)
  const header = { ...named, _id: slip, status: 'In Transit', shipped: stock.now, modified: stock.now } as const
  const { after, effect } = await makeDocument(transitFamily, taken, header, lines, { entries }, stock, numbers)
  return { header: after, lines, lots: lots.current, moved, effect }
}

/**
 * Chooses lots as a move between warehouses does (docs/decisions/stock.md#22), for several lines that may be of one
 * item.
 */
function createChoice(stock: StockView) {
  const takenOfLot = new Map<number, Quantity>()
  const takenOfItem = new Map<number, Quantity>()
  return async (line: WantedLine, units: Quantity) => {
    const { item, selection, path } = line
    const [partNo, wid] = [item._id, selection.wid]
    const named = await findNamedLot(selection, stock, `${path}recno`)
    const held = named?.hold ?? false
    const level = await stock.level(partNo, wid)
    const free = await findFreeUnits(stock.records, { partNo, wid, level, now: stock.now })
    const usable = (lot: Pick<Lot, '_id' | 'units'>) => free(lot).minus(takenOfLot.get(lot._id) ?? ZERO)
    const lots = await stock.candidates(selection, 'move', units, usable)
    // What is reserved in a warehouse does not leave it; held lots are not reserved.
    const ofItem = takenOfItem.get(partNo) ?? ZERO
    requireAvailableTo(line, units, totalUnits(lots, usable), ...(held ? [] : [available(level).minus(ofItem)]))
    const chosen = chooseLots(lots, units, usable)
    for (const { lot, units: taken } of chosen) takenOfLot.set(lot._id, taken.plus(takenOfLot.get(lot._id) ?? ZERO))
    if (!held) takenOfItem.set(partNo, ofItem.plus(units))
    return { chosen, held }
  }
}

/** As `requireAvailable`; the message says which line is short. */
function requireAvailableTo({ path, lineNo }: WantedLine, requested: Quantity, ...limits: readonly Quantity[]): void {
  const why = whyUnavailable(requested, ...limits)
  if (why) throw new AppError('conflict', path ? `Line ${lineNo}: ${why}` : why)
}
