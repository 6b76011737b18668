import {
  type Caller,
  type Permission,
  permissions,
  requirePermission,
} from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Reversed, ReverseInput, TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import { toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { sumEffects } from '../engine/document-hooks.ts'
import type { StockEffect } from '../engine/effect.ts'
import type { Numbers, StockView } from '../engine/plan.ts'
import type { LedgerLot, LedgerRecord } from '../ledger/ledger.model.ts'
import { changeLot, type LotChange } from '../lots/lot.model.ts'
import { reopenReservations, requireUnreserved } from '../reservations/consume.ts'
import { requireReservationsKept } from '../reservations/reserved-stock.ts'
import { recordCorrections } from './cell.ts'

/** The permission of the opposite action, for types that have one. */
const opposite: Readonly<Partial<Record<TransactionType, Permission>>> = {
  receive: permissions.negativeAdjustment,
  issue: permissions.positiveAdjustment,
  move: permissions.locateMoveUnits,
  hold: permissions.negativeAdjustment,
  release: permissions.negativeAdjustment,
}

const OF_TRANSIT = 'What is or was in transit is changed by the operations of transits, not by a reversal.'
const IRREVERSIBLE: Partial<Record<TransactionType, string>> = {
  reverse: 'A reversal cannot be taken back.',
  order: 'An order line is changed by its order, not by a reversal.',
  amend: 'An amendment is changed by another one, not by a reversal.',
  ship: OF_TRANSIT,
  accept: OF_TRANSIT,
  reject: OF_TRANSIT,
  return: OF_TRANSIT,
  lose: OF_TRANSIT,
}

/** Throws 403 if the caller may not do the opposite, 409 for an entry that has no opposite. */
export function requireReversible({ type }: LedgerRecord, caller: Caller | undefined): void {
  const permission = opposite[type]
  if (permission === undefined)
    throw new AppError(
      'conflict',
      IRREVERSIBLE[type] ?? 'Reserved and packed units are changed by their own operations.',
    )
  requirePermission(caller, permission)
}

/**
 * Brings every lot of a transaction back to what it was before, if none of them has changed since, and what would leave
 * is not reserved (docs/decisions/documents.md#50).
 */
export async function planReverse(
  input: ReverseInput,
  entry: LedgerRecord,
  caller: Caller | undefined,
  stock: StockView,
  numbers: Numbers,
): Promise<StockEffect<Reversed>> {
  const { _id: reverses, partNo, shortID, wid, reasonCode, reference, spot, shipToWid, toSpot } = entry
  const lots: LotChange[] = []
  for (const step of [...entry.lots].reverse()) lots.push(await undo(step, entry, stock))
  const ofReservations = entry.figures.filter(({ reservation }) => reservation !== undefined)
  const reopened = await reopenReservations(stock, ofReservations)
  const { figures, records, events } = sumEffects([await stock.hooks.reverse(stock, entry), ...reopened.effects])
  await requireReservationsKept({ partNo, lots, figures }, caller, stock)
  const corrected = await recordCorrections(stock, lots)
  const transactionNo = await numbers.transactionNo()
  const units = toQuantity(entry.units)
  const isCorrection = entry.details.adjustment ?? entry.details.countNo !== undefined
  const details = { reversedType: entry.type, ...(isCorrection && { adjustment: true as const }) }
  const attributes = { reverses, reasonCode, reference, remark: input.remark, spot, shipToWid, toSpot, details }
  return {
    entries: [{ transactionNo, type: 'reverse', partNo, shortID, wid, units, lots, figures, attributes }],
    records: [...records, ...corrected],
    events,
    expiries: reopened.ends.map((also) => ({ partNo, also })),
    result: {
      transactionNo,
      reverses,
      partNo,
      shortID,
      units: toNumber(units),
      lots: lots.map(({ after }) => ({ recNo: after._id, units: toNumber(after.units) })),
      status: 'reversed',
    },
  }
}

async function undo({ recNo, before, after }: LedgerLot, entry: LedgerRecord, stock: StockView): Promise<LotChange> {
  const lot = await stock.lot(recNo)
  if (lot?.version !== after.version) {
    throw new AppError('conflict', `Lot ${recNo} has changed since transaction ${entry._id}.`)
  }
  const stays = before?.wid === lot.wid && (lot.hold || !before.hold)
  await requireUnreserved(stock, lot, stays ? toQuantity(before.units) : ZERO)
  // A lot that the transaction made is emptied rather than removed: every lot stays listed (docs/decisions/stock.md#25).
  if (!before) return changeLot(lot, { units: ZERO, hold: false, active: false, shipped: stock.now }, stock.now)
  const { wid, spot, hold } = before
  return changeLot(lot, { wid, spot, hold, units: toQuantity(before.units), active: true, shipped: null }, stock.now)
}
