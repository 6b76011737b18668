import { permissions, requirePermission } from '../../../../shared/contract/core/access.ts'
import { inventory, type Moved, type MoveInput } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import { resolveMovement } from '../../masters/references.ts'
import type { Plan } from '../../stock/engine/plan.ts'
import { createDryRun } from '../../stock/movements/dry-run.ts'
import { moveSelection } from '../../stock/movements/move.ts'
import { createStockOperation, type Mode } from '../../stock/stock-operation.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { planShipment } from './ship.ts'
import { transitFamily } from './transit-family.ts'

/** `POST /Inventory/Move` with `transit`: a slip of one line, whose lots are chosen by all that a move can name. */
export function createMoveIntoTransit(deps: DocumentDeps) {
  const { registries } = deps

  const prepare = async (given: MoveInput, context: CallContext, mode: Mode) => {
    // Shipping takes its own permission besides that of a move.
    requirePermission(context.caller, permissions.shipTransits)
    const number = await deps.numbers.choose(transitFamily, given.transitSlip, mode)
    const { item, input } = await resolveMovement(deps, given, undefined, context)
    const { wid, shipToWid = wid, reference = '', units } = input
    const names = await registries.warehouses.namesOf([wid, shipToWid])
    const selection = await moveSelection(input, item, registries.daysOf)
    const shipment = {
      number,
      wid,
      shipToWid,
      reference,
      remark: '',
      warehouse: names.get(wid) ?? '',
      shipToWarehouse: names.get(shipToWid) ?? '',
      lines: [{ lineNo: 1, item, units, selection, path: '' as const }],
    }
    const plan: Plan<Moved> = async (stock, numbers) => {
      const { moved, effect } = await planShipment(shipment, context.caller, stock, numbers)
      const [entry] = effect.entries
      return {
        ...effect,
        result: {
          recNo: moved[0]?.recNo ?? 0,
          transactionNo: entry?.transactionNo ?? 0,
          partNo: item._id,
          shortID: item.shortID,
          units,
          wid,
          shipToWid,
          transitSlip: number.value,
          fromSpot: entry?.attributes?.spot ?? '',
          toSpot: '',
          status: 'in transit',
          lots: moved.map((lot) => ({ ...lot, units: toNumber(lot.units) })),
        },
      }
    }
    return { partNos: [item._id], shortID: item.shortID, selection, purpose: 'move' as const, plan, expires: true }
  }

  return {
    move: createStockOperation(deps)(inventory.move, prepare),
    previewMove: createDryRun(deps)(inventory.move, (input: MoveInput, context) =>
      prepare(input, context, { isDryRun: true }),
    ),
  }
}
