import { validationError } from '../../../shared/contract/core/errors.ts'
import { MAX_LINES } from '../../../shared/contract/orders/order-fields.ts'
import type { ItemRecord } from '../items/item.model.ts'

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
  const text = message === 'is required.' ? `The ${name} field is required.` : `The field ${name} ${message}`
  return validationError({ [name]: [text] })
}

/** Where a line that is added lies, and its units; throws 400 for what it lacks. */
export function requireNewLine({ shortID, warehouse: wid, units }: ChangedLine, index: number, items: ItemsByName) {
  const item = items.get(shortID ?? '')
  if (!item) throw refuseField(index, 'shortID', 'is required.')
  if (wid === undefined) throw refuseField(index, 'warehouse', 'is required.')
  if (units === undefined) throw refuseField(index, 'units', 'is required.')
  return { place: { partNo: item._id, shortID: item.shortID, wid }, units }
}

/** Throws 400 if the request names another item or warehouse than the line has. */
export function requireSamePlace(
  { partNo, wid }: { readonly partNo: number; readonly wid: number },
  { shortID, warehouse }: ChangedLine,
  index: number,
  items: ItemsByName,
): void {
  if (shortID !== undefined && items.get(shortID)?._id !== partNo)
    throw refuseField(index, 'shortID', "must be the line's item: add another line instead.")
  if (warehouse !== undefined && warehouse !== wid)
    throw refuseField(index, 'warehouse', "must be the line's warehouse: add another line instead.")
}

/** Throws 400 if an order would have too many lines. */
export function requireAtMostMaxLines(count: number): void {
  if (count > MAX_LINES)
    throw validationError({ lines: [`The field lines must leave the order with at most ${MAX_LINES} lines.`] })
}

interface Numbered {
  readonly lineNo: number
}

/** The lines of an order after a change. */
export function withChanges<L extends Numbered>(
  lines: readonly L[],
  changes: readonly { readonly after: L }[],
): readonly L[] {
  const changed = new Map(changes.map(({ after }) => [after.lineNo, after]))
  return [...lines.filter(({ lineNo }) => !changed.has(lineNo)), ...changed.values()]
}
