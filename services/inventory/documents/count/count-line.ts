import { createHash } from 'node:crypto'
import { personOf } from '../../../../shared/contract/core/access.ts'
import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import { whyUnreadable } from '../../../../shared/contract/core/identifiers.ts'
import { itemNamesIn } from '../../../../shared/contract/core/scans.ts'
import { type CountLineInput, MAX_COUNT_LINES } from '../../../../shared/contract/documents/counts.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { sum, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { requireUnits } from '../../masters/items/given-units.ts'
import type { ItemRecord } from '../../masters/items/item.model.ts'
import { findNamedItem } from '../../masters/items/named-item.ts'
import { requireWholeUnits } from '../../masters/items/whole-units.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { countCorrections, readCell } from '../../stock/movements/cell.ts'
import { createStockOperation } from '../../stock/stock-operation.ts'
import type { DocumentDeps } from '../kit/document-deps.ts'
import { changeDocument } from '../kit/document-effect.ts'
import { findHeader, noDocument } from '../kit/find-document.ts'
import { requireStatus } from '../kit/steps.ts'
import { type CountLineRecord, type CountRecord, countLineId, countLines, counts } from './count.model.ts'
import { type CountLine, countFamily, countSteps, isEnded } from './count-family.ts'
import { toNewLine } from './create-count.ts'
import { toCountLines } from './describe-count-lines.ts'

/** Takes what was counted of a line, and keeps what the books had at that moment. */
export const createCountLine = (deps: DocumentDeps) =>
  createStockOperation(deps)(inventory.countLine, async (input: CountLineInput, context: CallContext) => {
    const { caller } = context
    const known = await findHeader(deps.connection, countFamily, input.countNo, caller)
    const item = await findItem(deps, known, input, context)
    const partNo = item._id
    const counted = await requireUnits(deps.items, item, input, 'counted', context)
    await requireWholeUnits(deps.items.findMany, [{ field: 'counted', partNo, units: toQuantity(counted) }])

    const plan = async (stock: StockView, numbers: Numbers) => {
      const count = await stock.records.get(counts, input.countNo)
      if (!count) throw noDocument(countFamily, input.countNo)
      requireStatus(countFamily, count, countSteps.count)
      const before = await findLine(stock, input, partNo)
      if (before && isEnded(before))
        throw new AppError('conflict', `Line ${before.lineNo} of count ${count._id} is ${before.state}.`)
      const line = before ?? addLine(count, input, item)
      const { lots, units } = await readCell(stock, line)
      const position = {
        transactionNo: await stock.lastTransactionNo(partNo, count.wid),
        lots: fingerprint(lots),
        corrections: await countCorrections(stock, line),
      }
      const after: CountLine = {
        ...line,
        state: 'Counted',
        expected: toStored(units),
        unitCost: toUnitCost(lots),
        position,
        blocked: '',
        counted: toStored(toQuantity(counted)),
        countedBy: caller?.id ?? '',
        countedPerson: personOf(caller) ?? null,
        countedActor: context.actor ?? null,
        countedAt: stock.now,
      }
      const changes = { lines: [{ before, after }] }
      const changed = await changeDocument(countFamily, count, changes, [after], stock, numbers)
      const [result] = toCountLines(changed.after, [after], new Map([[partNo, item]]), caller)
      if (!result) throw new Error(`Line ${line.lineNo} of count ${count._id} could not be described`)
      return { ...changed.effect, result }
    }
    return { partNos: [partNo], plan }
  })

/** The item that is named, or that of the line that is. */
async function findItem(
  { connection, items }: DocumentDeps,
  { _id }: Pick<CountRecord, '_id'>,
  { lineNo, itemID, scan }: CountLineInput,
  context: CallContext,
): Promise<ItemRecord> {
  if (itemID) {
    const { item, details } = await findNamedItem(items, { itemID, scan }, context)
    if (item) return item
    throw validationError(details)
  }
  const line =
    lineNo === undefined ? null : await countLines.model(connection).findById(countLineId(_id, lineNo)).lean()
  const item = line && (await items.findMany([line.partNo])).get(line.partNo)
  if (!item) throw unknownLine()
  return item
}

const unknownLine = () => validationError({ lineNo: ['The field lineNo must name a line of the count.'] })

/**
 * The line that a request names; undefined if its item is not yet one at its spot. Throws 400 if line, item and spot do
 * not agree.
 */
async function findLine(
  stock: StockView,
  { countNo, lineNo, itemID, spot, scan }: CountLineInput,
  partNo: number,
): Promise<CountLineRecord | undefined> {
  if (lineNo === undefined) {
    const [found] = await stock.records.find(countLines, { countNo, partNo, spot: spot ?? '' })
    return found
  }
  const line = await stock.records.get(countLines, countLineId(countNo, lineNo))
  if (!line) throw unknownLine()
  if (itemID && line.partNo !== partNo) {
    const field = scan !== undefined && itemNamesIn(scan)[0] === itemID ? 'scan' : 'itemID'
    throw validationError({ [field]: [`The field ${field} must be that of the line.`] })
  }
  if (spot !== undefined && line.spot !== spot)
    throw validationError({ spot: ['The field spot must be that of the line.'] })
  return line
}

/** A line for an item that the books did not have at the spot; throws 400 if the count is of other items or spots. */
function addLine(
  { _id, wid, spots, itemNos, totalLines }: CountRecord,
  { spot = '' }: CountLineInput,
  { _id: partNo, shortID }: ItemRecord,
) {
  if (itemNos && !itemNos.includes(partNo))
    throw validationError({ itemID: ['The field itemID must be an item of the count.'] })
  if (spots && !spots.includes(spot)) throw validationError({ spot: ['The field spot must be a spot of the count.'] })
  const unreadable = whyUnreadable(spot)
  if (unreadable) throw validationError({ spot: [`The field spot ${unreadable}`] })
  if (totalLines >= MAX_COUNT_LINES)
    throw new AppError('conflict', `Count ${_id} has ${MAX_COUNT_LINES} lines already.`)
  return toNewLine(_id, totalLines + 1, wid, { partNo, shortID, spot, units: toStored(ZERO) })
}

/** Equal for cells with the same units in the same lots, however often these were held or amended. */
export function fingerprint(lots: readonly Pick<Lot, '_id' | 'units'>[]): string {
  const inOrder = lots.toSorted((one, other) => one._id - other._id)
  return createHash('sha256')
    .update(inOrder.map(({ _id, units }) => `${_id}:${units.toFixed()}`).join(' '))
    .digest('base64url')
}

/** The mean cost of a unit of the lots that have a price. */
function toUnitCost(lots: readonly Lot[]) {
  const priced = lots.flatMap(({ units, price }) => (price ? [{ units, price: toQuantity(price) }] : []))
  const units = sum(priced.map((lot) => lot.units))
  if (units.eq(ZERO)) return null
  return toStored(
    sum(priced.map((lot) => lot.units.times(lot.price)))
      .div(units)
      .round(6),
  )
}
