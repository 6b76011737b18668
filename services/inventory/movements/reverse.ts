import { type Caller, permissions } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Reversed, ReverseInput, TransactionType } from '../../../shared/contract/inventory/inventory.ts'
import { toNumber, toQuantity, ZERO } from '../../../shared/database/quantity.ts'
import { change, type LotChange, type Numbers, type StockEffect } from '../engine/effect.ts'
import type { StockView } from '../engine/stock-view.ts'
import type { LedgerLot, LedgerRecord } from '../ledger/ledger.model.ts'

/** The permission of the opposite action; a reversal has none, as it is final. */
const opposite: Readonly<Record<TransactionType, number | undefined>> = {
  receive: permissions.negativeAdjustment,
  issue: permissions.positiveAdjustment,
  move: permissions.locateMoveUnits,
  hold: permissions.negativeAdjustment,
  release: permissions.negativeAdjustment,
  reverse: undefined,
}

/** Throws 403 if the caller may not do the opposite, 409 for a reversal. */
export function requireReversible({ type }: LedgerRecord, caller: Caller | undefined): void {
  const permission = opposite[type]
  if (permission === undefined) throw new AppError('conflict', 'A reversal cannot be taken back.')
  if (caller?.kind === 'client' && !caller.permissions.includes(permission)) {
    throw new AppError('forbidden', 'Insufficient permissions.')
  }
}

/** Brings every lot of a transaction back to what it was before, if none of them has changed since. */
export async function planReverse(
  input: ReverseInput,
  entry: LedgerRecord,
  { transactionNo }: Numbers,
  stock: StockView,
): Promise<StockEffect<Reversed>> {
  const changes: LotChange[] = []
  // One after the other, as a session takes one command at a time.
  for (const step of [...entry.lots].reverse()) changes.push(await undo(step, entry, stock))
  return {
    type: 'reverse',
    units: toQuantity(entry.units),
    changes,
    orderProgress: entry.orderProgress.map((progress) => ({
      ...progress,
      units: toQuantity(progress.units).times(-1),
    })),
    reverses: entry._id,
    told: {
      reasonCode: entry.reasonCode,
      reference: entry.reference,
      remark: input.remark ?? '',
      wid: entry.wid,
      spot: entry.spot,
      shipToWid: entry.shipToWid,
      toSpot: entry.toSpot,
      facts: {},
    },
    answer: {
      transactionNo,
      reverses: entry._id,
      partNo: entry.partNo,
      shortID: entry.shortID,
      units: toNumber(entry.units),
      lots: changes.map(({ after }) => ({ recNo: after._id, units: toNumber(after.units) })),
      status: 'reversed',
    },
  }
}

async function undo({ recNo, before, after }: LedgerLot, entry: LedgerRecord, stock: StockView): Promise<LotChange> {
  const lot = await stock.byNumber(recNo)
  if (lot?.version !== after.version) {
    throw new AppError('conflict', `Lot ${recNo} has changed since transaction ${entry._id}.`)
  }
  // A lot that the transaction made is emptied rather than removed: every lot stays listed (decision 25).
  if (!before) return change(lot, { units: ZERO, hold: false, active: false, shipped: stock.now }, stock.now)
  const { wid, spot, hold } = before
  return change(lot, { wid, spot, hold, units: toQuantity(before.units), active: true, shipped: null }, stock.now)
}
