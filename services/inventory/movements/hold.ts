import { AppError, validationError } from '../../../shared/contract/core/errors.ts'
import type { HoldInput } from '../../../shared/contract/inventory/inventory.ts'
import { toNumber, toQuantity } from '../../../shared/database/quantity.ts'
import { change, type Numbers, type StockEffect, split } from '../engine/effect.ts'
import type { StockView } from '../engine/stock-view.ts'
import { insufficientStock } from './issue.ts'

/** What a hold or a release answers, but for its status. */
export interface HoldAnswer {
  readonly recNo: number
  readonly fromRecNo: number
  readonly transactionNo: number
  readonly partNo: number
  readonly shortID: string
  readonly wid: number
  readonly spot: string
  readonly units: number
}

/** Puts a lot on hold, or releases it; a part of it becomes a lot of its own. */
export async function planHold(
  type: 'hold' | 'release',
  input: HoldInput,
  { transactionNo, recNo }: Numbers,
  stock: StockView,
): Promise<StockEffect<HoldAnswer>> {
  const lot = await stock.byNumber(input.recno)
  if (!lot) throw unknownLot()
  const hold = type === 'hold'
  if (!lot.active) throw new AppError('conflict', `Lot ${lot._id} is not in stock.`)
  if (lot.hold === hold) throw new AppError('conflict', `Lot ${lot._id} is ${hold ? 'already' : 'not'} on hold.`)
  const units = input.units === undefined ? lot.units : toQuantity(input.units)
  if (units.gt(lot.units)) throw insufficientStock(units, lot.units)

  const isWhole = units.eq(lot.units)
  return {
    type,
    units,
    changes: isWhole ? [change(lot, { hold }, stock.now)] : split(lot, recNo, units, { hold }, stock.now),
    orderProgress: [],
    told: {
      reasonCode: input.reasonCode ?? null,
      reference: '',
      remark: input.remark ?? '',
      wid: lot.wid,
      spot: lot.spot,
      shipToWid: null,
      toSpot: null,
      facts: {},
    },
    answer: {
      recNo: isWhole ? lot._id : recNo,
      fromRecNo: lot._id,
      transactionNo,
      partNo: lot.partNo,
      shortID: lot.shortID,
      wid: lot.wid,
      spot: lot.spot,
      units: toNumber(units),
    },
  }
}

/** 400: the number in the body names no lot. */
export function unknownLot(): AppError {
  return validationError({ recno: ['The field recno must name an existing lot.'] })
}
