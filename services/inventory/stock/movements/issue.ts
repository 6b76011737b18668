import type { Issued, IssueInput } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, smaller, sum, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { GivenMovement } from '../../masters/given-units.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import { sumEffects } from '../engine/document-hooks.ts'
import type { StockEffect } from '../engine/effect.ts'
import type { DocumentEffect, Numbers, ReservedUnits, StockView } from '../engine/plan.ts'
import { available, requireAvailable } from '../levels/figures.ts'
import { type Chosen, findNamedLot, type LotSelection, totalUnits } from '../lots/choose-lots.ts'
import { changeLot } from '../lots/lot.model.ts'
import { chooseReservedFirst, consumeReservations, findReservations } from '../reservations/consume.ts'
import { findFreeUnits } from '../reservations/records/free-units.ts'
import { findAllocatable } from '../reservations/reserved-stock.ts'

/** Takes units out of stock, all or nothing (docs/decisions/stock.md#22, docs/decisions/stock.md#24). */
export async function planIssue(
  input: GivenMovement<IssueInput>,
  item: ItemRecord,
  stock: StockView,
  numbers: Numbers,
): Promise<StockEffect<Issued>> {
  const { _id: partNo, shortID } = item
  const units = toQuantity(input.units)
  const selection = issueSelection(input, item)
  await stock.lookAhead(selection, 'issue')
  const named = await findNamedLot(selection, stock)
  const reservedUnits = await stock.hooks.reserved(stock, { ...input, partNo })
  // Committed and packed units are reserved: an issue may take those of the order line or reservation that it names,
  // and no others.
  const level = await stock.level(partNo, input.wid)
  const reserved = await findReservations(stock, { partNo, level, ...input })
  const usable = await findFreeUnits(stock.records, { partNo, wid: input.wid, level, now: stock.now }, reserved)
  const lots = await stock.candidates(selection, 'issue', units, usable)
  // What is reserved rests on lots that have not expired: these are taken, unless the request names one that has.
  const isExpired = named !== undefined && named.expires <= stock.now
  const left =
    !isExpired && level.committed.gt(ZERO) ? await findAllocatable(stock, partNo, input.wid) : available(level)
  const unreserved = left.plus(sum(reservedUnits.map((line) => line.units)))
  const ofReserved = sum(reserved.map(({ remaining }) => toQuantity(remaining)))
  requireAvailable(units, totalUnits(lots, usable), unreserved.plus(ofReserved))
  const chosen = await chooseReservedFirst(reserved, { selection, lots, units, usable }, stock)
  const consumed = consumeReservations(reserved, chosen, stock.now)
  // A hard reservation gives the units of its lot, and no others.
  requireAvailable(units, unreserved.plus(consumed.units))
  const taken = takeReserved(reservedUnits, units.minus(consumed.units))
  const { figures, records, events } = sumEffects([
    consumed,
    ...taken,
    await stock.hooks.issue(stock, { ...input, partNo }, units),
  ])
  const transactionNo = await numbers.transactionNo()
  const { wid, reasonCode, reference, remark, spot, netWeight, shipto, prodID, line } = input
  return {
    entries: [
      {
        transactionNo,
        type: 'issue',
        partNo,
        shortID,
        wid,
        units,
        lots: chosen.map((part) => issueFrom(part, stock.now)),
        figures,
        attributes: {
          reasonCode,
          reference,
          remark,
          spot,
          details: { netWeight, shipto, prodID, line },
        },
      },
    ],
    records,
    events,
    result: {
      recNo: chosen[0]?.lot._id ?? 0,
      transactionNo,
      partNo,
      shortID,
      wid,
      units: toNumber(units),
      lots: chosen.map(({ lot, units: taken }) => ({
        recNo: lot._id,
        units: toNumber(taken),
        remaining: toNumber(lot.units.minus(taken)),
      })),
      status: 'issued',
    },
  }
}

/** Lots that an issue may take. */
export function issueSelection(input: GivenMovement<IssueInput>, item: ItemRecord): LotSelection {
  const { wid, recno, spot, serial, serial2, rfidTag } = input
  return { partNo: item._id, wid, recno, spot, serial, serial2, rfidTag }
}

/** A lot issued in full keeps its row, without units and inactive. */
export function issueFrom({ lot, units }: Chosen, now: Date) {
  const remaining = lot.units.minus(units)
  return changeLot(lot, { units: remaining, ...(remaining.eq(ZERO) && { active: false, shipped: now }) }, now)
}

function takeReserved(reservedUnits: readonly ReservedUnits[], units: Quantity): DocumentEffect[] {
  let left = units
  return reservedUnits.map((line) => {
    const taken = smaller(line.units, left)
    left = left.minus(taken)
    return line.take(taken)
  })
}
