import { AppError } from '../../../../shared/contract/core/errors.ts'
import {
  MAX_SHIPPED_LINES,
  type PackInput,
  type ShipInput,
  type UnpackInput,
} from '../../../../shared/contract/orders/shipping-inputs.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, smaller, sum, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { sumEffects } from '../../stock/engine/document-hooks.ts'
import type { FigureChange } from '../../stock/engine/effect.ts'
import type { StockView } from '../../stock/engine/plan.ts'
import { whyUnavailable } from '../../stock/levels/figures.ts'
import { isSelected, type LotSelection } from '../../stock/lots/choose-lots.ts'
import { changeLot, type Lot } from '../../stock/lots/lot.model.ts'
import { type PackRecord, packId, packs } from '../../stock/reservations/records/pack.model.ts'
import { namedLines } from '../kit/changed-lines.ts'
import { toLineEntry } from '../kit/document-effect.ts'
import { createLotChoice, findBarredLots, reservationsOf, reserveFor, takeOff } from './allocate.ts'
import { backorderShortages } from './backorder.ts'
import { type LineChanges, type Order, type OrderChanges, sumChanges } from './change-shipping-order.ts'
import { shippingFamily } from './shipping-family.ts'
import type { ShippingLineRecord } from './shipping-order.model.ts'
import { moveUnits, refuseLine } from './shipping-order-line.ts'

const packedFigure = ({ soNo, lineNo, wid }: ShippingLineRecord, units: Quantity): FigureChange => ({
  figure: 'packed',
  wid,
  units,
  reference: soNo,
  line: lineNo,
})

/** Packs committed units, and names the lots that they are packed from. */
export async function pack(order: Order, { lines }: PackInput): Promise<LineChanges> {
  const { stock, numbers } = order
  const choose = createLotChoice(stock)
  const changes: LineChanges[] = []
  for (const { line, input } of namedLines(order, lines, 'order')) {
    const { partNo, wid } = line
    const units = toQuantity(input.units)
    const committed = toQuantity(line.committed)
    if (units.gt(committed)) throw refuseLine(line, `committed ${committed.toFixed()}, packing ${units.toFixed()}`)
    const { recno } = input
    const { chosen, missing: unserved } = await choose(line, units, recno)
    if (unserved.gt(ZERO)) await refusePack({ partNo, wid, recno }, units, unserved, stock)
    const records = []
    for (const { lot, units: taken } of chosen) {
      const { soNo, lineNo } = line
      const name = { soNo, lineNo, recNo: lot._id, package: input.package ?? '' }
      const before = await stock.records.get(packs, packId(name))
      const total = before ? toQuantity(before.units).plus(taken) : taken
      records.push(packs.change(before, { _id: packId(name), ...name, partNo, wid, units: toStored(total) }))
    }
    // A short pick: what was reserved besides is not there.
    const missing = input.short === undefined ? ZERO : committed.minus(units)
    const recNos = chosen.map(({ lot }) => lot._id)
    const consumed = takeOff(await reservationsOf(line, stock, recNos), units.plus(missing), stock.now, 'Consumed')
    const figures = [...consumed.figures, packedFigure(line, units)]
    const spot = chosen[0]?.lot.spot
    const entry = { type: 'pack', units, figures, attributes: { remark: input.short, spot } } as const
    const after = moveUnits(line, {
      packed: units,
      committed: units.plus(missing).times(-1),
      backordered: missing,
    })
    changes.push({
      lines: [{ before: line, after }],
      entries: [await toLineEntry(shippingFamily, line, entry, numbers)],
      records: [...consumed.records, ...records],
    })
  }
  return sumChanges(changes)
}

/** Refuses as `requireAvailable` does; says which lots may not be packed, and why. */
async function refusePack(selection: LotSelection, units: Quantity, missing: Quantity, stock: StockView) {
  const named = selection.recno === undefined ? undefined : await stock.lot(selection.recno)
  if (named && isSelected(named, selection)) requireShippable(named)
  const barred = await findBarredLots(selection, missing, stock)
  const lots = barred.map(({ recNo, reason }) => `lot ${recNo} is ${reason}`).join(', ')
  const why = whyUnavailable(units, units.minus(missing))
  if (why) throw new AppError('conflict', lots === '' ? why : `${why} ${lots.replace(/^l/, 'L')}.`)
}

/** 409 for a lot that is on its way, gone or on hold. */
function requireShippable({ _id, active, transit, hold }: Pick<Lot, '_id' | 'active' | 'transit' | 'hold'>): void {
  if (transit) throw new AppError('conflict', `Lot ${_id} is in transit.`)
  if (!active) throw new AppError('conflict', `Lot ${_id} is not in stock.`)
  if (hold) throw new AppError('conflict', `Lot ${_id} is on hold.`)
}

/** Packed units become committed again; what cannot be had is backordered at once. */
export async function unpack(order: Order, { lines }: UnpackInput): Promise<OrderChanges> {
  const { header, stock, numbers } = order
  const changes: LineChanges[] = []
  let isHeld = false
  for (const { line, input } of namedLines(order, lines, 'order')) {
    const units = toQuantity(input.units)
    const { soNo, lineNo } = line
    const found = (await stock.records.find(packs, { soNo, lineNo })).filter(
      (one) =>
        (input.recno === undefined || one.recNo === input.recno) &&
        (input.package === undefined || one.package === input.package),
    )
    const most = sum(found.map((one) => toQuantity(one.units)))
    if (units.gt(most)) throw refuseLine(line, `packed ${most.toFixed()}, unpacking ${units.toFixed()}`)
    let missing = units
    const records = []
    const reserved = []
    for (const one of found) {
      const taken = smaller(toQuantity(one.units), missing)
      if (taken.lte(ZERO)) break
      missing = missing.minus(taken)
      isHeld ||= (await stock.lot(one.recNo))?.hold === true
      records.push(withoutUnits(one, taken))
      const recno = line.allocate === 'lots' ? one.recNo : null
      reserved.push(await reserveFor(line, { recno, units: taken }, header.priority, stock, numbers))
    }
    const { figures, records: opened } = sumEffects(reserved)
    const entry = { type: 'unpack', units, figures: [...figures, packedFigure(line, units.times(-1))] } as const
    changes.push({
      lines: [{ before: line, after: moveUnits(line, { packed: units.times(-1), committed: units }) }],
      entries: [await toLineEntry(shippingFamily, line, entry, numbers)],
      records: [...records, ...opened],
    })
  }
  const keys = groupBy(
    changes.flatMap((change) => change.entries),
    ({ partNo, wid }) => `${partNo}/${wid}`,
  )
  const next = backorderShortages(
    [...keys.values()].flatMap(([key]) => key ?? []),
    isHeld ? 'held' : 'expired',
  )
  return { ...sumChanges(changes), next }
}

function withoutUnits(record: PackRecord, taken: Quantity) {
  const units = toQuantity(record.units).minus(taken)
  return packs.change(record, units.eq(ZERO) ? undefined : { ...record, units: toStored(units) })
}

/** Issues the packed lots of lines. */
export async function ship(order: Order, { tracking, lines }: ShipInput): Promise<OrderChanges> {
  const { header, stock, numbers } = order
  const isPacked = ({ packed }: ShippingLineRecord) => toQuantity(packed).gt(ZERO)
  const wanted = lines ? namedLines(order, lines, 'order').map(({ line }) => line) : order.lines.filter(isPacked)
  if (wanted.length > MAX_SHIPPED_LINES)
    throw new AppError('conflict', `Shipping order ${header._id} has more than ${MAX_SHIPPED_LINES} packed lines.`)
  if (wanted.length === 0) throw new AppError('conflict', `Shipping order ${header._id} has no packed units.`)
  const current = new Map<number, Lot>()
  const changes: LineChanges[] = []
  for (const line of wanted) {
    const units = toQuantity(line.packed)
    if (units.eq(ZERO)) throw refuseLine(line, 'nothing is packed')
    const found = await stock.records.find(packs, { soNo: line.soNo, lineNo: line.lineNo })
    const lots = []
    for (const { recNo, units: stored } of found) {
      const lot = current.get(recNo) ?? (await stock.lot(recNo))
      if (!lot) throw new Error(`Lot ${recNo} is gone`)
      requireShippable(lot)
      const left = lot.units.minus(toQuantity(stored))
      if (left.lt(ZERO)) throw new Error(`Lot ${recNo} has fewer units than are packed from it`)
      const emptied = left.eq(ZERO) && { active: false, shipped: stock.now }
      const change = changeLot(lot, { units: left, ...emptied }, stock.now)
      current.set(recNo, change.after)
      lots.push(change)
    }
    const attributes = { remark: tracking && `Tracking ${tracking}`, details: { shipto: header.customerNo } }
    const entry = { type: 'issue', units, lots, figures: [packedFigure(line, units.times(-1))], attributes } as const
    changes.push({
      lines: [{ before: line, after: moveUnits(line, { packed: units.times(-1), shipped: units }) }],
      entries: [await toLineEntry(shippingFamily, line, entry, numbers)],
      records: found.map((one) => packs.change(one, undefined)),
    })
  }
  return { ...sumChanges(changes), included: { tracking } }
}
