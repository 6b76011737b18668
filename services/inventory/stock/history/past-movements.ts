import { firstMoment } from '../../../../shared/contract/dates/days.ts'
import type { ImportedMovement } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, toQuantity } from '../../../../shared/quantity.ts'
import { type ReferenceDeps, resolveReferences } from '../../masters/registries/references.ts'
import type { LineResult, PreparedChange } from '../batch/actions.ts'
import type { Plan } from '../engine/plan.ts'
import { planAdjust } from '../movements/adjust.ts'
import { readCell } from '../movements/cell.ts'
import { planIssue } from '../movements/issue.ts'
import { planMove } from '../movements/move.ts'
import { planReceive } from '../movements/receive.ts'
import { planPast } from './plan-past.ts'

/** What a movement of the past refers to, resolved, and its plan: that of the operation, as of then. */
export async function preparePast(
  deps: ReferenceDeps,
  movement: ImportedMovement,
  context: CallContext,
): Promise<PreparedChange> {
  const { type, at, item: itemID, wid, toWid: shipToWid, reasonCode, units, spot, reference, remark } = movement
  const isIn = type === 'receive' || (type === 'adjust' && units > 0)
  const direction = type === 'move' ? undefined : isIn ? 'in' : 'out'
  const item = await resolveReferences(deps, { itemID, wid, shipToWid, reasonCode }, direction, context)
  const { _id: partNo } = item
  const attributes = { itemID, wid, units, reasonCode, spot, reference, remark }
  const { price, expires, supplier, toSpot } = movement

  const plans: Readonly<Record<ImportedMovement['type'], Plan<LineResult>>> = {
    receive: (...view) => planReceive({ ...attributes, price, expires, supplier }, item, ...view),
    issue: (...view) => planIssue(attributes, item, ...view),
    move: (...view) =>
      planMove({ itemID, wid, units, fromSpot: spot, toSpot, shipToWid, reference }, item, context.caller, ...view),
    async adjust(stock, numbers) {
      const { units: found } = await readCell(stock, { partNo, wid, spot: spot ?? '' })
      const [expected, counted] = [toNumber(found), toNumber(found.plus(toQuantity(units)))]
      return planAdjust({ ...attributes, expected, counted }, item, stock, numbers)
    },
  }
  return { partNos: [partNo], plan: planPast(firstMoment(at, await deps.registries.daysOf(wid)), partNo, plans[type]) }
}
