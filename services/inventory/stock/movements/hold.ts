import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Output } from '../../../../shared/contract/core/operation.ts'
import type { HoldInput, inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { toNumber, toQuantity } from '../../../../shared/quantity.ts'
import type { Numbers, PlanEffect, StockView } from '../engine/plan.ts'
import { requireAvailable } from '../levels/figures.ts'
import { authorizeLot } from '../lots/choose-lots.ts'
import { changeLot, splitLot } from '../lots/lot.model.ts'
import { requireUnreserved } from '../reservations/consume.ts'

export const HOLD_STATUS = { hold: 'held', release: 'released' } as const

/** The result of a hold or a release. */
type HoldResult<T extends keyof typeof HOLD_STATUS> = Omit<Output<typeof inventory.hold>, 'status'> & {
  readonly status: (typeof HOLD_STATUS)[T]
}

/** Puts a lot on hold, or releases it; units split off become a child lot. */
export async function planHold<T extends keyof typeof HOLD_STATUS>(
  type: T,
  { recno, units: wanted, reasonCode, remark }: HoldInput,
  caller: Caller | undefined,
  stock: StockView,
  numbers: Numbers,
): Promise<PlanEffect<HoldResult<T>>> {
  const lot = await stock.lot(recno)
  if (!lot) throw new Error(`Lot ${recno} is gone`)
  authorizeLot(lot, caller)
  const { _id: fromRecNo, partNo, shortID, wid, spot } = lot
  const hold = type === 'hold'
  if (!lot.active) throw new AppError('conflict', `Lot ${fromRecNo} is not in stock.`)
  if (lot.hold === hold) throw new AppError('conflict', `Lot ${fromRecNo} is ${hold ? 'already' : 'not'} on hold.`)
  const units = wanted === undefined ? lot.units : toQuantity(wanted)
  requireAvailable(units, lot.units)
  const isWhole = units.eq(lot.units)
  if (!isWhole) await requireUnreserved(stock, lot, lot.units.minus(units))
  const recNo = isWhole ? fromRecNo : await numbers.recNo()
  const lots = isWhole ? [changeLot(lot, { hold }, stock.now)] : splitLot(lot, recNo, units, { hold }, stock.now)
  const transactionNo = await numbers.transactionNo()
  return {
    entries: [{ transactionNo, type, partNo, shortID, wid, units, lots, attributes: { reasonCode, remark, spot } }],
    result: {
      recNo,
      fromRecNo,
      transactionNo,
      partNo,
      shortID,
      wid,
      spot,
      units: toNumber(units),
      status: HOLD_STATUS[type],
    },
    ...(hold && { next: stock.hooks.lose([{ partNo, wid }], 'held') }),
  }
}
