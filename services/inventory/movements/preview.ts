import type { Preview } from '../../../shared/contract/inventory/inventory.ts'
import { sum, toNumber } from '../../../shared/database/quantity.ts'
import type { StockEffect } from '../engine/effect.ts'
import type { ItemRecord } from '../items/item.model.ts'
import { toPlannedStep } from '../ledger/ledger.ts'
import { isSelected, type LotSelection, type Purpose, whyNot } from '../lots/choose-lots.ts'
import { type Lot, type LotModel, toLot } from '../lots/lot.model.ts'

const MAX_PASSED_OVER = 100

/** What a plan would do, and why it would leave the item's other lots in the warehouse alone. */
export async function toPreview(
  lots: LotModel,
  item: ItemRecord,
  effect: StockEffect<unknown>,
  selection: LotSelection,
  purpose: Purpose | undefined,
): Promise<Preview> {
  const changes = effect.entries.flatMap((entry) => entry.lots)
  const touched = new Set(changes.map(({ after }) => after._id))
  const others = await lots
    .find({ partNo: item._id, wid: selection.wid, active: true, _id: { $nin: [...touched] } })
    .sort({ expires: 1, received: 1, _id: 1 })
    .limit(MAX_PASSED_OVER)
    .lean()
  const now = new Date()
  return {
    status: 'planned',
    partNo: item._id,
    shortID: item.shortID,
    units: toNumber(sum(effect.entries.map(({ units }) => units))),
    lots: changes.map(toPlannedStep),
    passedOver: others.map(toLot).map((lot) => ({
      recNo: lot._id,
      spot: lot.spot,
      units: toNumber(lot.units),
      reason: purpose ? reasonFor(lot, selection, purpose, now) : 'a receipt makes a lot of its own',
    })),
  }
}

function reasonFor(lot: Lot, selection: LotSelection, purpose: Purpose, now: Date): string {
  if (!isSelected(lot, selection)) return 'does not match the request'
  return whyNot(lot, purpose, selection.recno !== undefined, now) ?? 'not needed'
}
