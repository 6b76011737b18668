import type { Issued, IssueInput } from '../../../shared/contract/inventory/inventory.ts'
import { findFreeUnits } from '../claims/lot-claims.ts'
import { changeLot, type StockEffect } from '../engine/effect.ts'
import type { Numbers, StockView } from '../engine/plan.ts'
import type { ItemRecord } from '../items/item.model.ts'
import { available, requireAvailable } from '../levels/availability.ts'
import { type Chosen, type LotSelection, totalUnits } from '../lots/choose-lots.ts'
import { closeUnits, findOpenUnits, type OpenUnits, sumProgress } from '../orders/open-units.ts'
import { findAllocatable } from '../orders/reservations/allocatable.ts'
import { chooseReservedFirst, consumeReservations, findReservations } from '../orders/reservations/consume.ts'
import { completeLine } from '../orders/work/complete-line.ts'
import { type Quantity, smaller, sum, toNumber, toQuantity, ZERO } from '../records/quantity.ts'
import { requireLineOfOrder } from './line-of-order.ts'
import { findNamedLot } from './named-lot.ts'

/** The units that an order line was promised, in the sequence in which an issue that names it takes them. */
const PROMISED = ['packed', 'committed'] as const

/** Takes units out of stock, all or nothing (docs/decisions.md#22, docs/decisions.md#24). */
export async function planIssue(
  input: IssueInput,
  item: ItemRecord,
  stock: StockView,
  numbers: Numbers,
): Promise<StockEffect<Issued>> {
  const { _id: partNo, shortID } = item
  const units = toQuantity(input.units)
  const selection = issueSelection(input, item)
  const named = await findNamedLot(selection, stock)
  const promised = await findOpenUnits(stock, partNo, input, PROMISED)
  if (promised.length === 0) await requireLineOfOrder(stock, partNo, input)
  // Committed and packed units are promised: an issue may take those of the order line or reservation that it names, and no others.
  const level = await stock.level(partNo, input.wid)
  const reserved = await findReservations(stock, { partNo, level, ...input })
  const usable = await findFreeUnits(stock.documents, { partNo, wid: input.wid, level, now: stock.now }, reserved)
  const lots = await stock.candidates(selection, 'issue', units, usable)
  const open = [...promised.map((line) => line.units), ...reserved.map(({ remaining }) => toQuantity(remaining))]
  // What is promised rests on lots that have not expired: these are taken, unless the request names one that has.
  const isExpired = named !== undefined && named.expires <= stock.now
  const left =
    !isExpired && level.committed.gt(ZERO) ? await findAllocatable(stock, partNo, input.wid) : available(level)
  requireAvailable(units, totalUnits(lots, usable), sum(open).plus(left))
  const chosen = await chooseReservedFirst(reserved, { selection, lots, units, usable }, stock)
  const consumed = consumeReservations(reserved, chosen, stock.now)
  const { figures, documents } = sumProgress([consumed, consume(promised, units.minus(consumed.units))])
  const completed = await completeLine(stock, partNo, input, units)
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
        ledgerFacts: {
          reasonCode,
          reference,
          remark,
          spot,
          details: { netWeight, shipto, prodID, line },
        },
      },
    ],
    documents: [...documents, ...completed.documents],
    events: completed.events,
    answer: {
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
export function issueSelection(input: IssueInput, item: ItemRecord): LotSelection {
  const { wid, recno, spot, serial, serial2, rfidTag } = input
  return { partNo: item._id, wid, recno, spot, serial, serial2, rfidTag }
}

/** A lot issued in full keeps its row, without units and inactive. */
export function issueFrom({ lot, units }: Chosen, now: Date) {
  const remaining = lot.units.minus(units)
  return changeLot(lot, { units: remaining, ...(remaining.eq(ZERO) && { active: false, shipped: now }) }, now)
}

function consume(promised: readonly OpenUnits[], units: Quantity) {
  let left = units
  return sumProgress(
    promised.map((line) => {
      const taken = smaller(line.units, left)
      left = left.minus(taken)
      return closeUnits(line, taken)
    }),
  )
}
