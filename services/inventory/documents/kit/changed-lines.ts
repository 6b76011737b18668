import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import { MAX_LINES } from '../../../../shared/contract/orders/order-fields.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import { type NamingLine, type ReferenceDeps, resolveLines } from '../../masters/references.ts'
import type { Line } from './family/family.ts'

/** A line of a request that changes an order. */
export interface ChangedLine {
  readonly lineNo: number
  readonly shortID?: string | undefined
  readonly warehouse?: number | undefined
  readonly units?: number | undefined
}

export type ItemsByName = ReadonlyMap<string, ItemRecord>

/** 400 for a field of a line; the message is the end of a sentence. */
export const refuseField = (index: number, field: string, message: string) => {
  const name = `lines[${index}].${field}`
  return validationError({ [name]: [`The field ${name} ${message}`] })
}

/** 400 for a field that a line lacks. */
const refuseMissing = (index: number, field: string) => {
  const name = `lines[${index}].${field}`
  return validationError({ [name]: [`The ${name} field is required.`] })
}

/** A line that a request changes, or one that it adds, with what a new line needs. */
type Matched<L, R> = { readonly input: R; readonly index: number } & (
  | { readonly before: L }
  | {
      readonly before: undefined
      readonly added: Pick<Line, 'partNo' | 'shortID' | 'wid'> & { readonly units: number }
    }
)

/**
 * The lines of a request that changes an order. Throws 400 for one that names another item or warehouse than its line
 * has, for one that is added and lacks a field, and if the order would have too many lines.
 */
export function matchLines<L extends Line, R extends ChangedLine>(
  { lines, items }: { readonly lines: readonly L[]; readonly items: ItemsByName },
  requested: readonly R[],
): Matched<L, R>[] {
  const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
  const matched = requested.map((input, index): Matched<L, R> => {
    const before = byNumber.get(input.lineNo)
    if (!before) return { input, index, before, added: requireNewLine(input, index, items) }
    requireSameLevel(before, input, index, items)
    return { input, index, before }
  })
  if (lines.length + matched.filter(({ before }) => !before).length > MAX_LINES)
    throw validationError({ lines: [`The field lines must leave the order with at most ${MAX_LINES} lines.`] })
  return matched
}

function requireNewLine({ shortID, warehouse: wid, units }: ChangedLine, index: number, items: ItemsByName) {
  const item = items.get(shortID ?? '')
  if (!item) throw refuseMissing(index, 'shortID')
  if (wid === undefined) throw refuseMissing(index, 'warehouse')
  if (units === undefined) throw refuseMissing(index, 'units')
  requireOrderable(item)
  return { partNo: item._id, shortID: item.shortID, wid, units }
}

function requireSameLevel(
  { partNo, wid }: Pick<Line, 'partNo' | 'wid'>,
  { shortID, warehouse }: ChangedLine,
  index: number,
  items: ItemsByName,
): void {
  if (shortID !== undefined && items.get(shortID)?._id !== partNo)
    throw refuseField(index, 'shortID', "must be the line's item: add another line instead.")
  if (warehouse !== undefined && warehouse !== wid)
    throw refuseField(index, 'warehouse', "must be the line's warehouse: add another line instead.")
}

interface Numbered {
  readonly lineNo: number
}

/** The lines that a request names, each with what it says. Throws 400 for a number that the document does not have. */
export const namedLines = <L extends Numbered, R extends Numbered>(
  { lines }: { readonly lines: readonly L[] },
  requested: readonly R[],
  whole: string,
) =>
  requested.map((input, index) => {
    const line = lines.find(({ lineNo }) => lineNo === input.lineNo)
    if (!line) throw refuseField(index, 'lineNo', `must name a line of the ${whole}.`)
    return { line, input, index }
  })

/** The lines of a document after a change. */
export function withChanges<L extends Numbered>(
  lines: readonly L[],
  changes: readonly { readonly after: L }[],
): readonly L[] {
  const changed = new Map(changes.map(({ after }) => [after.lineNo, after]))
  return [...lines.filter(({ lineNo }) => !changed.has(lineNo)), ...changed.values()]
}

/**
 * The items of an order's lines, as `resolveLines`. The catalog decides: once it has answered that an item is
 * discontinued, no order of it is accepted (docs/decisions/documents.md#51).
 */
export const resolveOrderLines = (deps: ReferenceDeps, lines: readonly NamingLine[], context: CallContext) =>
  resolveLines(deps, lines, (name) => deps.items.refresh(name, context))

/** Throws 409 for a discontinued item, of which nothing new is ordered. */
export function requireOrderable({ shortID, discontinued }: Pick<ItemRecord, 'shortID' | 'discontinued'>): void {
  if (discontinued) throw new AppError('conflict', `Item ${shortID} is discontinued.`)
}

/**
 * The number of each line of a new order: that given, else the first after the line before that no line is given.
 * Throws 400 for a number that two lines have.
 */
export function numberLines(lines: readonly { readonly lineNo?: number | undefined }[]): number[] {
  const given = new Set(lines.flatMap(({ lineNo }) => lineNo ?? []))
  const used = new Set<number>()
  const details: Record<string, readonly string[]> = {}
  let last = 0
  const numbers = lines.map(({ lineNo }, index) => {
    if (lineNo === undefined) {
      do last++
      while (given.has(last) || used.has(last))
    } else last = lineNo
    const field = `lines[${index}].lineNo`
    if (used.has(last)) details[field] = [`The field ${field} must be unique within the order.`]
    used.add(last)
    return last
  })
  if (Object.keys(details).length > 0) throw validationError(details)
  return numbers
}
