import { AppError, validationError } from '../../../shared/contract/core/errors.ts'
import type { Issued, IssueInput } from '../../../shared/contract/inventory/inventory.ts'
import { type Quantity, smaller, toNumber, toQuantity, ZERO } from '../../../shared/database/quantity.ts'
import { change, type Numbers, type OrderProgress, type StockEffect } from '../engine/effect.ts'
import type { StockView } from '../engine/stock-view.ts'
import type { ItemRecord } from '../items/item.model.ts'
import { available } from '../levels/level.model.ts'
import { type Chosen, chooseLots, type LotSelection, totalUnits } from '../lots/choose-lots.ts'
import type { OrderKind } from '../orders/order-line.model.ts'

/** Takes units out of stock, first to expire first, all or nothing (decisions 22 and 24). */
export async function planIssue(
  input: IssueInput,
  item: ItemRecord,
  { transactionNo }: Numbers,
  stock: StockView,
): Promise<StockEffect<Issued>> {
  const units = toQuantity(input.units)
  const order = await openOrder(input, stock)
  const chosen = await choose(input, item, units, order, stock)
  const changes = chosen.map(({ lot, units: taken }) => {
    const remaining = lot.units.minus(taken)
    const isEmpty = remaining.eq(ZERO)
    return change(lot, { units: remaining, ...(isEmpty && { active: false, shipped: stock.now }) }, stock.now)
  })
  const { netWeight, shipto, prodID, line, serial, serial2, rfidTag } = input
  return {
    type: 'issue',
    units,
    changes,
    orderProgress: consume(order, units),
    told: {
      reasonCode: input.reasonCode,
      reference: input.reference ?? '',
      remark: input.remark ?? '',
      wid: input.wid,
      spot: input.spot ?? '',
      shipToWid: null,
      toSpot: null,
      facts: { netWeight, shipto, prodID, line, serial, serial2, rfidTag },
    },
    answer: {
      recNo: chosen[0]?.lot._id ?? 0,
      transactionNo,
      partNo: item._id,
      shortID: item.shortID,
      wid: input.wid,
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

/** Which lots an issue may take. */
export function issueSelection(input: IssueInput, item: ItemRecord): LotSelection {
  const { wid, recno, spot, serial, serial2, rfidTag } = input
  return { partNo: item._id, wid, recno, spot, serial, serial2, rfidTag }
}

async function choose(
  input: IssueInput,
  item: ItemRecord,
  units: Quantity,
  order: OrderProgress[],
  stock: StockView,
): Promise<Chosen[]> {
  const { wid, recno } = input
  const selection = issueSelection(input, item)
  if (recno !== undefined && !(await stock.lot(selection))) {
    throw validationError({ recno: ['The field recno must name a lot that matches the request.'] })
  }
  const lots = await stock.candidates(selection, 'issue', units)
  // What is committed or packed is promised to others, unless this issue is what it was promised for.
  const promised = order.reduce((total, line) => total.plus(line.units), available(await stock.level(wid)))
  const chosen = units.lte(promised) ? chooseLots(lots, units) : undefined
  if (chosen) return chosen
  throw insufficientStock(units, smaller(totalUnits(lots), promised))
}

/** 409 in the words of decision 22. */
export function insufficientStock(requested: Quantity, found: Quantity): AppError {
  const free = found.lt(ZERO) ? ZERO : found
  return new AppError('conflict', `Insufficient stock: requested ${requested.toFixed()}, available ${free.toFixed()}.`)
}

const PROMISED: readonly OrderKind[] = ['packed', 'committed']

async function openOrder({ reference, line, wid }: IssueInput, stock: StockView): Promise<OrderProgress[]> {
  if (!reference || line === undefined) return []
  const open = await stock.orderUnits({ wid, reference, line })
  return PROMISED.map((kind) => ({ kind, wid, reference, line, units: open[kind] ?? ZERO }))
}

/** Packed units go before committed ones. */
function consume(order: readonly OrderProgress[], units: Quantity): OrderProgress[] {
  let left = units
  return order.flatMap((line) => {
    const consumed = smaller(line.units, left)
    left = left.minus(consumed)
    return consumed.gt(ZERO) ? [{ ...line, units: consumed }] : []
  })
}
