import { type Caller, permissions, personOf, requirePermission } from '../../../../shared/contract/core/access.ts'
import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import { type CountInput, MAX_COUNT_LINES } from '../../../../shared/contract/documents/counts.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { type StoredQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import { createStockOperation, type Mode } from '../../stock/stock-operation.ts'
import type { CountLimits, DocumentDeps } from '../kit/document-deps.ts'
import { makeDocument } from '../kit/document-effect.ts'
import { chooseNumber } from '../kit/numbers/next-number.ts'
import { countLineId } from './count.model.ts'
import { type CountLine, countFamily, toCount } from './count-family.ts'

/** An item at a spot, as the books have it. */
interface BookedCell {
  readonly partNo: number
  readonly shortID: string
  readonly spot: string
  readonly units: StoredQuantity
}

/** A line that nobody has counted yet. */
export const toNewLine = (
  countNo: string,
  lineNo: number,
  wid: number,
  { partNo, shortID, spot, units: expected }: BookedCell,
): CountLine => ({
  _id: countLineId(countNo, lineNo),
  countNo,
  lineNo,
  partNo,
  shortID,
  wid,
  spot,
  state: 'Open',
  expected,
  unitCost: null,
  counted: null,
  countedBy: null,
  countedPerson: null,
  countedActor: null,
  countedAt: null,
  position: null,
  moved: toStored(ZERO),
  transactions: [],
  blocked: '',
})

/** Creates counts, with a line for each item that the books have at each of the spots. */
export const createCreateCount = (deps: DocumentDeps) =>
  createStockOperation(deps)(inventory.createCount, async (input: CountInput, context: CallContext, mode: Mode) => {
    const { wid, spots, items } = input
    requireSight(input, context.caller)
    const warehouses = await deps.registries.warehouses.namesOf([wid])
    const named = await findItems(deps, items, context)
    if (!warehouses.has(wid)) throw validationError({ wid: ['The field wid must name an existing warehouse.'] })
    const itemNos = named?.map(({ _id }) => _id) ?? null
    const cells = await findCells(deps, wid, spots, itemNos)
    const number = await chooseNumber(deps, countFamily, input.countNo, mode)

    const plan = async (stock: StockView, numbers: Numbers) => {
      const taken = await number.take(stock)
      const lines = cells.map((cell, index) => toNewLine(number.value, index + 1, wid, cell))
      const { blind = true, ifMoved = 'difference', assignee = '', remark = '' } = input
      const header = {
        _id: number.value,
        wid,
        warehouseName: warehouses.get(wid) ?? '',
        status: 'Open',
        blind,
        ifMoved,
        assignee,
        remark,
        spots: spots ?? null,
        items: named?.map(({ shortID }) => shortID) ?? null,
        itemNos,
        ...stricter(input, deps.countLimits),
        createdBy: context.caller?.id ?? '',
        createdPerson: personOf(context.caller) ?? null,
        created: stock.now,
        submittedBy: null,
        submittedPerson: null,
        approvedBy: null,
        approvedPerson: null,
        posted: null,
        modified: stock.now,
      } as const
      const { after, effect } = await makeDocument(countFamily, taken, header, lines, {}, stock, numbers)
      return { ...effect, result: toCount(after) }
    }
    return { partNos: [], plan }
  })

/** Only those who may see the figures of the books decide that counters see them too. */
function requireSight({ blind = true }: CountInput, caller: Caller | undefined): void {
  if (!blind) requirePermission(caller, permissions.approveCounts)
}

async function findItems({ items }: DocumentDeps, names: readonly string[] | undefined, context: CallContext) {
  if (!names) return undefined
  const found = await Promise.all(names.map((name) => items.find(name, context)))
  const known = found.flatMap((item) => item ?? [])
  if (known.length < names.length) throw validationError({ items: ['The field items must name existing items.'] })
  return [...new Map(known.map((item) => [item._id, item])).values()]
}

/** What the books have in a warehouse, by spot and item. Throws 409 if that is more than a count may have. */
async function findCells(
  { lots, items }: DocumentDeps,
  wid: number,
  spots: readonly string[] | undefined,
  itemNos: readonly number[] | null,
): Promise<BookedCell[]> {
  const filter = {
    wid,
    active: true,
    ...(spots && { spot: { $in: [...spots] } }),
    ...(itemNos && { partNo: { $in: [...itemNos] } }),
  }
  const found = await lots.aggregate<{ _id: Pick<BookedCell, 'partNo' | 'spot'>; units: StoredQuantity }>([
    { $match: filter },
    { $group: { _id: { spot: '$spot', partNo: '$partNo' }, units: { $sum: '$units' } } },
  ])
  if (found.length > MAX_COUNT_LINES)
    throw new AppError(
      'conflict',
      `There are ${found.length} lines to count, a count has at most ${MAX_COUNT_LINES}: name spots or items.`,
    )
  // Lots keep the name that their item had when they were received.
  const named = await items.findMany(found.map(({ _id }) => _id.partNo))
  const cells = found.map(({ _id, units }) => ({ ..._id, units, shortID: named.get(_id.partNo)?.shortID ?? '' }))
  const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
  return cells.toSorted((one, other) => compare(one.spot, other.spot) || compare(one.shortID, other.shortID))
}

/** Of each limit the smaller one: a count does not loosen what the operator has set. */
function stricter(input: CountInput, limits: CountLimits): CountLimits {
  const least = (...given: (number | null | undefined)[]) => {
    const known = given.filter((limit) => limit !== null && limit !== undefined)
    return known.length === 0 ? null : Math.min(...known)
  }
  return {
    maxUnits: least(input.maxUnits, limits.maxUnits),
    maxPercent: least(input.maxPercent, limits.maxPercent),
    maxValue: least(input.maxValue, limits.maxValue),
  }
}
