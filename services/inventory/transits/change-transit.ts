import { AppError, validationError } from '../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { StockEntry } from '../engine/effect.ts'
import type { Numbers, StockView } from '../engine/plan.ts'
import { chooseLots, totalUnits } from '../lots/choose-lots.ts'
import type { Lot } from '../lots/lot.model.ts'
import { withChanges } from '../orders/changed-lines.ts'
import { createStockOperation } from '../orders/stock-operation.ts'
import { type Quantity, toQuantity } from '../records/quantity.ts'
import type { Registries } from '../registries/registries.ts'
import { toDetail } from './describe.ts'
import { authorizeEnd, type End, findTransit } from './find-transit.ts'
import { isEnded, type Line, moveUnits, toStatus } from './line-state.ts'
import type { TransitParts } from './shipments.ts'
import { type TransitLineRecord, type TransitRecord, transitLines, transits } from './transit.model.ts'
import { toEvents } from './transit-events.ts'
import { createLotsInWork, type LotsInWork, toEntry } from './transit-lots.ts'

/** A transit as one request finds it. */
export interface OpenTransit {
  readonly header: TransitRecord
  readonly lines: readonly TransitLineRecord[]
  readonly lots: LotsInWork
  readonly numbers: Numbers
}

/** What a request does to a line, with the ledger entries that say so. */
export interface LineChanges {
  readonly before: TransitLineRecord
  readonly after: Line
  readonly entries: readonly StockEntry[]
}

/** What requests that change a transit have. */
export interface TransitRequest {
  readonly slip: string
  readonly reasonCode?: number
  readonly lines?: readonly { readonly lineNo: number; readonly reasonCode?: number | undefined }[]
}

/** An operation that takes units out of transit; the end of the transit that may do it is in the caller's warehouses. */
export const createChange =
  (parts: TransitParts) =>
  <I extends TransitRequest>(
    operation: Operation,
    end: End,
    decide: (transit: OpenTransit, input: I) => Promise<readonly LineChanges[]>,
  ) =>
    createStockOperation(parts)(operation, async (input: I, { caller }: CallContext) => {
      const { connection, items, registries } = parts
      const { partNos, ...known } = await findTransit(connection, input.slip, caller)
      authorizeEnd(known, end, caller)
      await requireReasonCodes(registries, input)
      const described = await items.findMany(partNos)
      const plan = async (stock: StockView, numbers: Numbers) => {
        const header = await stock.documents.get(transits, input.slip)
        if (!header) throw new AppError('not_found', `There is no transit ${input.slip}.`)
        if (isEnded(header.status))
          throw new AppError('conflict', `Transit ${input.slip} is ${header.status.toLowerCase()}.`)
        const lines = await stock.documents.find(transitLines, { slip: input.slip })
        const lots = createLotsInWork(stock, numbers)
        const changes = await decide({ header, lines, lots, numbers }, input)
        const left = withChanges<Line>(lines, changes)
        const after = { ...header, status: toStatus(left), modified: stock.now }
        await lots.read(left.flatMap(({ recNos }) => recNos))
        return {
          entries: changes.flatMap(({ entries }) => entries),
          documents: [
            transits.change(header, after),
            ...changes.map((change) => transitLines.change(change.before, change.after)),
          ],
          events: toEvents(after, changes, input.reasonCode),
          answer: toDetail(after, left, lots.current, described),
        }
      }
      return { partNos, plan }
    })

/** 400 for a reason code that is not registered; that of the request itself is the reason of a loss, and of direction out. */
async function requireReasonCodes(
  { reasonCodes }: Registries,
  { reasonCode, lines = [] }: TransitRequest,
): Promise<void> {
  const details: Record<string, readonly string[]> = {}
  if (reasonCode !== undefined && (await reasonCodes.find(reasonCode))?.direction !== 'out')
    details.reasonCode = ['The field reasonCode must be a known reason code of direction out.']
  for (const [index, { reasonCode: code }] of lines.entries())
    if (code !== undefined && !(await reasonCodes.find(code)))
      details[`lines[${index}].reasonCode`] = [`The field lines[${index}].reasonCode must be a known reason code.`]
  if (Object.keys(details).length > 0) throw validationError(details)
}

/** The lines that a request names, each with what it says. Throws 400 for a number that the transit does not have. */
export const namedLines = <T extends { readonly lineNo: number }>({ lines }: OpenTransit, named: readonly T[]) =>
  named.map((input, index) => {
    const line = lines.find(({ lineNo }) => lineNo === input.lineNo)
    const field = `lines[${index}].lineNo`
    if (!line) throw validationError({ [field]: [`The field ${field} must name a line of the transit.`] })
    return { line, input, index }
  })

/** How units of a line leave transit: where to, and what the ledger says of it. */
export interface Leaving {
  readonly place: Parameters<typeof moveUnits>[1]
  readonly type: Exclude<Parameters<typeof toEntry>[1]['type'], 'ship'>
  readonly units: Quantity
  /** The only lot that they may come from. */
  readonly recno?: number | undefined
  readonly wid: number
  readonly changes: Partial<Lot>
  readonly facts: Parameters<typeof toEntry>[2]
}

/** Takes units of a line out of transit, first to expire first. Its lots must hold enough. */
export async function takeOut(
  { lots, numbers }: OpenTransit,
  line: Line,
  { place, type, units, recno, wid, changes, facts }: Leaving,
): Promise<{ readonly after: Line; readonly entry: StockEntry }> {
  const found = (await lots.read(line.recNos)).filter(({ _id }) => recno === undefined || _id === recno)
  const { lots: changed } = await lots.change(chooseLots(found, units), changes)
  const recNos = line.recNos.filter((recNo) => lots.current.get(recNo)?.transit)
  const after = moveUnits({ ...line, recNos }, place, units)
  return { after, entry: await toEntry(line, { type, wid, units, lots: changed }, facts, numbers) }
}

/** Throws 409 if fewer units of a line are in transit, 400 if the lot named is not one of its lots there. */
export async function requireInTransit(
  { lots }: OpenTransit,
  line: Line,
  { units, recno, index, doing }: { units: Quantity; recno: number | undefined; index: number; doing: string },
): Promise<void> {
  const found = (await lots.read(line.recNos)).filter(({ _id }) => recno === undefined || _id === recno)
  const field = `lines[${index}].recno`
  if (recno !== undefined && found.length === 0)
    throw validationError({ [field]: [`The field ${field} must name a lot of the line that is in transit.`] })
  const most = recno === undefined ? toQuantity(line.inTransit) : totalUnits(found)
  if (units.lte(most)) return
  const what = `in transit ${most.toFixed()}, ${doing} ${units.toFixed()}`
  throw new AppError('conflict', `Transit ${line.slip} line ${line.lineNo}: ${what}.`)
}
