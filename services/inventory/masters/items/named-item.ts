import type { ErrorDetails } from '../../../../shared/contract/core/errors.ts'
import { itemNamesIn } from '../../../../shared/contract/core/scans.ts'
import type { WireContext } from '../../../../shared/process/call-context.ts'
import type { ItemRecord } from './item.model.ts'
import type { Items } from './items.ts'

/** An item by its name, by a scanned code, or by both; validation gives a code's name to an input without one. */
interface ItemNames {
  readonly itemID: string
  readonly scan?: string | undefined
}

interface NamedItem {
  readonly item: ItemRecord | undefined
  /** What is wrong with the names; empty if there is an item. */
  readonly details: ErrorDetails
}

/** Of a name that no item has. */
export const NO_ITEM: ErrorDetails = { itemID: ['The field itemID must name an existing item.'] }

/** The item that a request names: name and code must be of the same one (docs/decisions/scans.md#75). */
export async function findNamedItem(items: Items, names: ItemNames, context: WireContext): Promise<NamedItem> {
  const { itemID, scan } = names
  const scannedNames = scan === undefined ? [] : itemNamesIn(scan)
  const [scannedName] = scannedNames
  if (scannedName === undefined) {
    const item = await items.find(itemID, context)
    return { item, details: item ? {} : NO_ITEM }
  }
  const scanned = await items.findAny(scannedNames, context)
  if (!scanned)
    return {
      item: undefined,
      details: { scan: [`The field scan must be the code of an item: none is ${scannedName}.`] },
    }
  if (itemID === scannedName) return { item: scanned, details: {} }
  const named = await items.find(itemID, context)
  if (!named) return { item: undefined, details: NO_ITEM }
  if (named._id === scanned._id) return { item: named, details: {} }
  const contradiction = `the code says ${scanned.shortID}, itemID is ${named.shortID}.`
  return { item: undefined, details: { scan: [`The field scan must agree with itemID: ${contradiction}`] } }
}
