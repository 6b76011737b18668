import type { Caller } from '../../../../shared/contract/core/access.ts'
import { validationError } from '../../../../shared/contract/core/errors.ts'
import { type Days, firstMoment } from '../../../../shared/contract/dates/days.ts'
import type { Amended, AmendInput, Amendment } from '../../../../shared/contract/inventory/inventory.ts'
import { toNumber, toQuantity, toStored } from '../../../../shared/quantity.ts'
import type { Numbers, PlanEffect, StockView } from '../engine/plan.ts'
import { authorizeLot } from '../lots/choose-lots.ts'
import { settleExpiry, showExpiry, shownExpires, toExpiry } from '../lots/expiry.ts'
import { changeLot, type Lot } from '../lots/lot.model.ts'

/** Amends what the receipt of a lot said. What differs is in the ledger before and after (docs/decisions/stock.md#57). */
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
  const days = await stock.daysOf(wid)
  const after = await settleExpiry({ ...lot, ...toChanges(input, lot, days, stock.now) }, stock.daysOf)
  const amended = compare(lot, after)
  const result = { recNo, partNo, shortID, amended }
  if (amended.length === 0) return { entries: [], result: { ...result, status: 'unchanged', transactionNo: null } }
  const transactionNo = await numbers.transactionNo()
  const lots = [changeLot(lot, after, stock.now)]
  return {
    entries: [{ transactionNo, type: 'amend', partNo, shortID, wid, units, lots, attributes: { spot, amended } }],
    result: { ...result, status: 'amended', transactionNo },
    ...(after.expires <= stock.now && { next: stock.hooks.lose([{ partNo, wid }], 'expired') }),
  }
}

function toChanges(
  { price, expires, received, remark, jobid }: AmendInput,
  lot: Lot,
  days: Days,
  now: Date,
): Partial<Lot> {
  const first = received === undefined ? undefined : firstMoment(received, days)
  if (first && first > now) throw validationError({ received: ['The field received must not be in the future.'] })
  return {
    ...(price !== undefined && { price: price === null ? null : toStored(toQuantity(price)) }),
    // What was read of the lot and comes back unchanged is the same day, not its first moment in UTC.
    ...(expires !== undefined && expires !== shownExpires(lot) && toExpiry(expires)),
    ...(first && { received: first }),
    ...(remark !== undefined && { remark }),
    ...(jobid !== undefined && { jobid }),
  }
}

/** The fields as the ledger shows them; `goodUntil` where `expires` does not show what is new. */
const toFields = ({
  price,
  expires,
  expiresDay,
  received,
  remark,
  jobid,
}: Lot): Record<string, Amendment['after']> => ({
  price: price && toNumber(price),
  ...showExpiry({ expires, expiresDay }),
  received: received.toISOString(),
  remark,
  jobid,
})

function compare(before: Lot, after: Lot): Amendment[] {
  const [old, fields] = [toFields(before), toFields(after)]
  return Object.entries(fields).flatMap(([field, value]) =>
    value === old[field] || (field === 'goodUntil' && fields.expires !== old.expires)
      ? []
      : [{ field, before: old[field] ?? null, after: value }],
  )
}
