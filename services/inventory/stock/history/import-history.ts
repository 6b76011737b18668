import { AppError } from '../../../../shared/contract/core/errors.ts'
import { parseInput } from '../../../../shared/contract/core/fields.ts'
import type { Params } from '../../../../shared/contract/core/operation.ts'
import { importedMovement, inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { Idempotency } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { ReferenceDeps } from '../../masters/registries/references.ts'
import type { PreparedChange } from '../batch/actions.ts'
import { createDoLines } from '../batch/do-lines.ts'
import { type Line, lineContext } from '../batch/lines.ts'
import type { StockEngine } from '../engine/stock-engine.ts'
import { preparePast } from './past-movements.ts'

interface HistoryDeps extends ReferenceDeps {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

/** Enters movements that another system has recorded, as of when they happened (docs/decisions/stock.md#67). */
export function createImportHistory(deps: HistoryDeps) {
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
