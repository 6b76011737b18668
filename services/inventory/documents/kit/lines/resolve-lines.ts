import { AppError, validationError } from '../../../../../shared/contract/core/errors.ts'
import type { CallContext } from '../../../../../shared/process/call-context.ts'
import { toQuantity } from '../../../../../shared/quantity.ts'
import type { ItemRecord } from '../../../masters/items/item.model.ts'
import { whyNotWhole } from '../../../masters/items/whole-units.ts'
import type { ReferenceDeps } from '../../../masters/registries/references.ts'

/** What a line of a request names. */
interface NamingLine {
  readonly shortID?: string | undefined
  readonly warehouse?: number | undefined
  readonly units?: number | undefined
}

/**
 * The items of lines, by what the lines call them. Throws 400 with every item and warehouse that does not
 * exist, and every fraction of an item with whole units only.
 */
export async function resolveLines(
  { items, registries }: ReferenceDeps,
  lines: readonly NamingLine[],
  context: CallContext,
): Promise<ReadonlyMap<string, ItemRecord>> {
  const names = [...new Set(lines.flatMap(({ shortID }) => shortID ?? []))]
  // The catalog decides: once it has answered that an item is discontinued, no order of it is accepted
  // (docs/decisions/documents.md#51).
  const found = await Promise.all(names.map((name) => items.refresh(name, context)))
  const byName = new Map(names.flatMap((name, index) => (found[index] ? [[name, found[index]] as const] : [])))
  const wids = [...new Set(lines.flatMap(({ warehouse }) => warehouse ?? []))]
  const warehouses = new Set((await Promise.all(wids.map(registries.warehouses.find))).map((found) => found?._id))
  const details: Record<string, readonly string[]> = {}
  for (const [index, { shortID, warehouse, units }] of lines.entries()) {
    const refuse = (field: string, what: string) => {
      details[`lines[${index}].${field}`] = [`The field lines[${index}].${field} must name an existing ${what}.`]
    }
    if (shortID !== undefined && !byName.has(shortID)) refuse('shortID', 'item')
    if (warehouse !== undefined && !warehouses.has(warehouse)) refuse('warehouse', 'warehouse')
    const field = `lines[${index}].units`
    const fraction = whyNotWhole(field, toQuantity(units ?? 0), byName.get(shortID ?? ''))
    if (fraction) details[field] = [fraction]
  }
  if (Object.keys(details).length > 0) throw validationError(details)
  return byName
}

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
