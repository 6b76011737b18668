import type { Preview } from '../../../../shared/contract/inventory/inventory.ts'
import { sum, toNumber } from '../../../../shared/quantity.ts'
import type { LotChange, StockEffect } from '../engine/effect.ts'
import type { Plan } from '../engine/plan.ts'
import { toLotStep } from '../ledger/ledger-entry.ts'
import { isSelected, type LotSelection, type Purpose, whyNot } from '../lots/choose-lots.ts'
import { fromLot, type Lot, type LotModel, toLot } from '../lots/lot.model.ts'

const MAX_PASSED_OVER = 100

/** A movement whose request was resolved, with the lots that it may take; without a purpose it takes none. */
export interface PreparedMovement<A> {
  readonly plan: Plan<A>
  readonly shortID: string
  readonly selection: LotSelection
  readonly purpose?: Purpose
}

/** What a movement would do, and why it would not touch the item's other lots in the warehouse. */
export async function toPreview(
  lots: LotModel,
  { selection, purpose, shortID }: PreparedMovement<unknown>,
  { entries, tag }: StockEffect<unknown>,
): Promise<Preview> {
  const changes = entries.flatMap((entry) => entry.lots)
  const touched = new Set(changes.map(({ after }) => after._id))
  const others = await lots
    .find({ partNo: selection.partNo, wid: selection.wid, active: true, _id: { $nin: [...touched] } })
    .sort({ expires: 1, received: 1, _id: 1 })
    .limit(MAX_PASSED_OVER)
    .lean()
  const now = new Date()
  return {
    status: 'planned',
    partNo: selection.partNo,
    shortID,
    units: toNumber(sum(entries.map(({ units }) => units))),
    lots: changes.map(toPlannedStep),
    plan: tag?.() ?? null,
    passedOver: others.map(toLot).map((lot) => ({
      recNo: lot._id,
      spot: lot.spot,
      units: toNumber(lot.units),
      reason: purpose ? reasonFor(lot, selection, purpose, now) : 'a receipt makes a lot of its own',
    })),
  }
}

/** A lot that does not exist yet has no number, also if an earlier line of a batch would make it. */
export function toPlannedStep({ before, after }: LotChange) {
  const step = {
    recNo: after._id,
    fromRecNo: after.parent,
    before: before ? fromLot(before) : null,
    after: fromLot(after),
  }
  const numberOf = (recNo: number | null) => (recNo !== null && recNo > 0 ? recNo : null)
  return { ...toLotStep(step), recNo: numberOf(after._id), fromRecNo: numberOf(after.parent) }
}

function reasonFor(lot: Lot, selection: LotSelection, purpose: Purpose, now: Date): string {
  if (!isSelected(lot, selection)) return 'does not match the request'
  return whyNot(lot, purpose, selection.recno !== undefined, now) ?? 'not needed'
}
