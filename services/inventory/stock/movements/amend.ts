import type { Caller } from '../../../../shared/contract/core/access.ts'
import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { Amended, AmendInput, Amendment } from '../../../../shared/contract/inventory/inventory.ts'
import { toNumber, toQuantity, toStored } from '../../../../shared/quantity.ts'
import { changeLot } from '../engine/effect.ts'
import type { Numbers, PlanEffect, StockView } from '../engine/plan.ts'
import { type Lot, NEVER } from '../lots/lot.model.ts'
import { authorizeLot } from './named-lot.ts'

/** Amends what the receipt of a lot said. What differs is in the ledger before and after (docs/decisions.md#57). */
export async function planAmend(
  input: AmendInput,
  caller: Caller | undefined,
  stock: StockView,
  numbers: Numbers,
): Promise<PlanEffect<Amended>> {
  const lot = await stock.lot(input.recno)
  if (!lot) throw new Error(`Lot ${input.recno} is gone`)
  authorizeLot(lot, caller)
  const { _id: recNo, partNo, shortID, wid, spot, units } = lot
  const after = { ...lot, ...toChanges(input, stock.now) }
  const amended = compare(lot, after)
  const answer = { recNo, partNo, shortID, amended }
  if (amended.length === 0) return { entries: [], answer: { ...answer, status: 'unchanged', transactionNo: null } }
  const transactionNo = await numbers.transactionNo()
  const lots = [changeLot(lot, after, stock.now)]
  return {
    entries: [{ transactionNo, type: 'amend', partNo, shortID, wid, units, lots, ledgerFacts: { spot, amended } }],
    answer: { ...answer, status: 'amended', transactionNo },
    ...(after.expires <= stock.now && { next: stock.hooks.lose([{ partNo, wid }], 'expired') }),
  }
}

function toChanges({ price, expires, received, remark, jobid }: AmendInput, now: Date): Partial<Lot> {
  if (received !== undefined && new Date(received) > now)
    throw validationError({ received: ['The field received must not be in the future.'] })
  return {
    ...(price !== undefined && { price: price === null ? null : toStored(toQuantity(price)) }),
    ...(expires !== undefined && { expires: expires === null ? NEVER : new Date(expires) }),
    ...(received !== undefined && { received: new Date(received) }),
    ...(remark !== undefined && { remark }),
    ...(jobid !== undefined && { jobid }),
  }
}

/** The fields as the ledger shows them. */
const toFields = ({ price, expires, received, remark, jobid }: Lot): Record<string, Amendment['after']> => ({
  price: price && toNumber(price),
  expires: expires.getTime() === NEVER.getTime() ? null : expires.toISOString(),
  received: received.toISOString(),
  remark,
  jobid,
})

function compare(before: Lot, after: Lot): Amendment[] {
  const [old, fields] = [toFields(before), toFields(after)]
  return Object.entries(fields).flatMap(([field, value]) =>
    value === old[field] ? [] : [{ field, before: old[field] ?? null, after: value }],
  )
}
