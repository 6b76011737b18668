import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { type DryRun, MAX_PASSED_OVER } from '../../../../shared/contract/inventory/stock.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { sum, toNumber } from '../../../../shared/quantity.ts'
import type { StockEffect } from '../engine/effect.ts'
import { bindPlan } from '../engine/plan-tag.ts'
import type { StockEngine } from '../engine/stock-engine.ts'
import { toLotStep } from '../ledger/ledger-entry.ts'
import { isSelected, type LotSelection, type Purpose, whyNot } from '../lots/choose-lots.ts'
import { fromLot, type Lot, type LotChange, type LotModel, toLot } from '../lots/lot.model.ts'
import type { Prepared } from '../stock-operation.ts'

/** A movement whose request was resolved, with the lots that it may take; without a purpose it takes none. */
export interface PreparedMovement<A> extends Prepared<A> {
  readonly shortID: string
  readonly selection: LotSelection
  readonly purpose?: Purpose
}

interface DryRunDeps {
  readonly engine: StockEngine
  readonly lots: LotModel
}

/** The dry run of a movement: it contains the lots that would change, and names its effect. */
export const createDryRun =
  ({ engine, lots }: DryRunDeps) =>
  <I extends object, A>(
    operation: Operation,
    prepare: (input: I, context: CallContext) => Promise<PreparedMovement<A>>,
  ) =>
  async (input: I, context: CallContext): Promise<DryRun> => {
    const bind = bindPlan({ operation, input, context })
    const movement = await prepare(input, context)
    const effect = await engine.dryRun(context.deadline, bind(movement.plan))
    const shown = await toDryRun(lots, movement, effect)
    context.reply.plan = shown.plan
    return shown
  }

/** What a movement would do, and why it would not touch the item's other lots in the warehouse. */
async function toDryRun(
  lots: LotModel,
  { selection, purpose, shortID }: PreparedMovement<unknown>,
  { entries, tag, warnings = [] }: StockEffect<unknown>,
): Promise<DryRun> {
  const changes = entries.flatMap((entry) => entry.lots)
  const touched = new Set(changes.map(({ after }) => after._id))
  const passedOver = { partNo: selection.partNo, wid: selection.wid, active: true, _id: { $nin: [...touched] } }
  const others = await lots.find(passedOver).sort({ expires: 1, received: 1, _id: 1 }).limit(MAX_PASSED_OVER).lean()
  const isCut = others.length === MAX_PASSED_OVER
  const now = present()
  return {
    status: 'planned',
    partNo: selection.partNo,
    shortID,
    units: toNumber(sum(entries.map(({ units }) => units))),
    lots: changes.map(toDryRunStep),
    plan: tag?.() ?? '',
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    passedOverCount: isCut ? await lots.countDocuments(passedOver) : others.length,
    passedOver: others.map(toLot).map((lot) => ({
      recNo: lot._id,
      spot: lot.spot,
      units: toNumber(lot.units),
      reason: purpose ? reasonFor(lot, selection, purpose, now) : 'a receipt makes a lot of its own',
    })),
  }
}

/** A lot that does not exist yet has no number, even if an earlier line of a batch would make it. */
export function toDryRunStep({ before, after }: LotChange) {
  const step = {
    recNo: after._id,
    fromRecNo: after.parent,
    before: before ? fromLot(before) : null,
    after: fromLot(after),
  }
  const numberOf = (recNo: number | null) => (recNo !== null && recNo > 0 ? recNo : null)
  const isElsewhere = before && (before.wid !== after.wid || before.spot !== after.spot)
  return {
    ...toLotStep(step),
    ...(isElsewhere && { fromWid: before.wid, fromSpot: before.spot }),
    recNo: numberOf(after._id),
    fromRecNo: numberOf(after.parent),
  }
}

function reasonFor(lot: Lot, selection: LotSelection, purpose: Purpose, now: Date): string {
  if (!isSelected(lot, selection)) return 'does not match the request'
  return whyNot(lot, purpose, selection.recno !== undefined, now) ?? 'not needed'
}
