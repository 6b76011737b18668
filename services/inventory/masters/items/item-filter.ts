import type { WireContext } from '../../../../shared/process/call-context.ts'
import type { Items } from './items.ts'

/** Query fields that restrict a list to one item. */
export interface ItemFilters {
  readonly itemID?: string | undefined
  readonly shortID?: string | undefined
  readonly partNo?: number | undefined
}

/** No item has this number. */
const NO_ITEM = -1

/**
 * The partNo that a query restricts a list to; one that no item has if its fields name no item, or several; undefined
 * without any.
 */
export async function requestedPartNo(
  items: Items,
  { itemID, shortID, partNo }: ItemFilters,
  context: WireContext,
): Promise<number | undefined> {
  const names = [itemID, shortID].filter((name) => name !== undefined)
  const named = await Promise.all(names.map(async (name) => (await items.find(name, context))?._id ?? NO_ITEM))
  const [first, ...others] = new Set([...named, ...(partNo === undefined ? [] : [partNo])])
  return others.length > 0 ? NO_ITEM : first
}
