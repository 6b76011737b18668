import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import { parseInput } from '../../../../shared/contract/core/fields.ts'
import type { Params } from '../../../../shared/contract/core/operation.ts'
import { firstMoment } from '../../../../shared/contract/dates/days.ts'
import { type ImportedMovement, importedMovement, inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, toQuantity } from '../../../../shared/quantity.ts'
import { type ReferenceDeps, resolveReferences } from '../../masters/references.ts'
import type { Plan, StockView } from '../engine/plan.ts'
import { planAdjust } from '../movements/adjust.ts'
import { readCell } from '../movements/cell.ts'
import { planIssue } from '../movements/issue.ts'
import { planMove } from '../movements/move.ts'
import { planReceive } from '../movements/receive.ts'
import type { OperationDeps } from '../stock-operation.ts'
import { createDoLines } from './do-lines.ts'
import { type Line, type LineResult, lineContext, type PreparedChange } from './lines.ts'

/** Enters movements that another system has recorded, as of when they happened (docs/decisions/stock.md#67). */
export function createImportHistory(deps: ReferenceDeps & OperationDeps) {
  const doLines = createDoLines(deps)

  const toLine = (given: unknown, index: number, context: CallContext): Line => {
    const { key, ...movement } = parseInput(importedMovement, given)
    const ofLine = { ...lineContext(context, key ?? undefined, index), actor: movement.actor }
    const prepare = () => preparePast(deps, movement, ofLine).then(inColumns, refusedInColumns)
    const { type: action } = movement
    return { action, operation: inventory[action], input: movement, context: ofLine, prepare }
  }

  return async ({ lines }: Params<typeof inventory.importHistory>, context: CallContext) =>
    doLines(
      await Promise.allSettled(lines.map(async (given, index) => toLine(given, index, context))),
      context,
      lines.map(({ item }) => item),
    )
}

/** The columns of fields that plans know by the names of their operations. */
const columns: Readonly<Record<string, string>> = { itemID: 'item', shipToWid: 'toWid', fromSpot: 'spot' }

const inColumns = ({ partNos, plan }: PreparedChange): PreparedChange => ({
  partNos,
  plan: (stock, numbers) => plan(stock, numbers).catch(refusedInColumns),
})

function refusedInColumns(error: unknown): never {
  if (!(error instanceof AppError) || !error.details) throw error
  const details = Object.entries(error.details).map(([field, messages]) => {
    const column = columns[field] ?? field
    return [column, messages.map((message) => message.replace(field, column))]
  })
  throw new AppError(error.code, error.message, { cause: error, details: Object.fromEntries(details) })
}

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

/**
 * The plan of what happened at a moment of the past, entered now: it is planned as of then, and its entries have that time.
 * Throws 400 if the item has a later entry, since what that entry did would rest on other stock.
 */
export const planPast =
  <A>(at: Date, partNo: number, plan: Plan<A>): Plan<A> =>
  async (stock, numbers) => {
    await requireLatest(stock, partNo, at)
    const effect = await plan(stock.asOf(at), numbers)
    const entries = effect.entries.map((entry) => ({
      ...entry,
      importedAt: at,
      // For modifiedSince, the lot changes now.
      lots: entry.lots.map(({ before, after }) => ({ before, after: { ...after, modified: stock.now } })),
    }))
    return { ...effect, entries }
  }

async function requireLatest(stock: StockView, partNo: number, at: Date): Promise<void> {
  if (at > stock.now) throw validationError({ at: ['The field at must not be in the future.'] })
  const last = await stock.lastEntryAt(partNo)
  if (last && at < last)
    throw validationError({
      at: [`The field at must not be before the last entry of the item, ${last.toISOString()}.`],
    })
}
