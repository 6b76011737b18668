import { AppError, type ErrorDetails, validationError } from '../../../shared/contract/core/errors.ts'
import { itemNamesIn } from '../../../shared/contract/core/scans.ts'
import type { CallContext, WireContext } from '../../../shared/process/call-context.ts'
import { toQuantity } from '../../../shared/quantity.ts'
import { type GivenQuantity, requireUnits, whyNotWhole } from './given-units.ts'
import type { ItemRecord } from './item.model.ts'
import type { Items } from './items.ts'
import type { Registries } from './registries.ts'

export interface ReferenceDeps {
  readonly items: Items
  readonly registries: Registries
}

/** What a stock request refers to. */
interface References {
  readonly itemID: string
  readonly scan?: string | undefined
  readonly wid?: number | undefined
  readonly shipToWid?: number | undefined
  readonly reasonCode?: number | undefined
}

/** The item of a request; throws 400 with every reference that leads nowhere (docs/decisions/stock.md#21). */
export async function resolveReferences(
  { items, registries }: ReferenceDeps,
  { itemID, scan, wid, shipToWid, reasonCode }: References,
  direction: 'in' | 'out' | undefined,
  context: CallContext,
): Promise<ItemRecord> {
  const { item: known, details: faults } = await findNamedItem(items, { itemID, scan }, context)
  // A receipt must not be refused for an outdated copy: the item may be active again in the catalog.
  const name = scan === undefined ? itemID : (known?.shortID ?? itemID)
  const item = known?.discontinued && direction === 'in' ? await items.refresh(name, context) : known
  const details: Record<string, readonly string[]> = item || !known ? { ...faults } : { ...NO_ITEM }
  for (const [field, id] of Object.entries({ wid, shipToWid })) {
    if (id === undefined || (await registries.warehouses.find(id))) continue
    details[field] = [`The field ${field} must name an existing warehouse.`]
  }
  Object.assign(details, await findReasonFaults(registries, [{ field: 'reasonCode', code: reasonCode, direction }]))
  if (!item || Object.keys(details).length > 0) throw validationError(details satisfies ErrorDetails)
  return item
}

/** The item of a movement, and its request with the units that it is of; throws as `resolveReferences`. */
export async function resolveMovement<I extends References & GivenQuantity<'units'>>(
  deps: ReferenceDeps,
  input: I,
  direction: 'in' | 'out' | undefined,
  context: CallContext,
) {
  const item = await resolveReferences(deps, input, direction, context)
  const units = await requireUnits(deps.items, item, input, 'units', context)
  return { item, input: { ...input, units } }
}

/** A reason code that a request may give, and the direction that it must have; any without one. */
interface GivenReason {
  readonly field: string
  readonly code: number | undefined
  readonly direction?: 'in' | 'out' | undefined
}

async function findReasonFaults({ reasonCodes }: Registries, given: readonly GivenReason[]): Promise<ErrorDetails> {
  const details: Record<string, readonly string[]> = {}
  for (const { field, code, direction } of given) {
    if (code === undefined) continue
    const found = await reasonCodes.find(code)
    if (found && (direction === undefined || found.direction === direction)) continue
    const ofDirection = direction ? ` of direction ${direction}` : ''
    details[field] = [`The field ${field} must be a known reason code${ofDirection}.`]
  }
  return details
}

/** Throws 400 with each reason code that is given and is not registered, or not of its direction. */
export async function requireReasonCodes(registries: Registries, given: readonly GivenReason[]): Promise<void> {
  const details = await findReasonFaults(registries, given)
  if (Object.keys(details).length > 0) throw validationError(details)
}

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

/** Query fields that restrict a list to one item. */
export interface ItemFilters {
  readonly itemID?: string | undefined
  readonly shortID?: string | undefined
  readonly partNo?: number | undefined
}

/** No item has this number. */
const NO_PART_NO = -1

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
  const named = await Promise.all(names.map(async (name) => (await items.find(name, context))?._id ?? NO_PART_NO))
  const [first, ...others] = new Set([...named, ...(partNo === undefined ? [] : [partNo])])
  return others.length > 0 ? NO_PART_NO : first
}

/** 404 for a warehouse in a path that is not registered (docs/decisions/access.md#11). */
export async function requireWarehouse({ warehouses }: Registries, wid: number): Promise<void> {
  if (!(await warehouses.find(wid))) throw new AppError('not_found', `Warehouse ${wid} does not exist.`)
}

/** What a line of a request names; orders call an item `shortID`, transits call it `itemID`. */
export interface NamingLine {
  readonly shortID?: string | undefined
  readonly itemID?: string | undefined
  readonly warehouse?: number | undefined
  readonly units?: number | undefined
}

/**
 * The items of lines, by what the lines call them. Throws 400 with the faults of other fields, every item and warehouse
 * that does not exist, and every fraction of an item with whole units only.
 */
export async function resolveLines(
  { registries }: ReferenceDeps,
  lines: readonly NamingLine[],
  find: (name: string) => Promise<ItemRecord | undefined>,
  faults: ErrorDetails = {},
): Promise<ReadonlyMap<string, ItemRecord>> {
  const names = [...new Set(lines.flatMap(({ shortID, itemID = shortID }) => itemID ?? []))]
  const found = await Promise.all(names.map(find))
  const byName = new Map(names.flatMap((name, index) => (found[index] ? [[name, found[index]] as const] : [])))
  const wids = [...new Set(lines.flatMap(({ warehouse }) => warehouse ?? []))]
  const warehouses = new Set((await Promise.all(wids.map(registries.warehouses.find))).map((found) => found?._id))
  const details: Record<string, readonly string[]> = { ...faults }
  for (const [index, { shortID, itemID, warehouse, units }] of lines.entries()) {
    const item = byName.get(itemID ?? shortID ?? '')
    const refuse = (field: string, what: string) => {
      details[`lines[${index}].${field}`] = [`The field lines[${index}].${field} must name an existing ${what}.`]
    }
    if (itemID !== undefined && !item) refuse('itemID', 'item')
    if (shortID !== undefined && !item) refuse('shortID', 'item')
    if (warehouse !== undefined && !warehouses.has(warehouse)) refuse('warehouse', 'warehouse')
    const field = `lines[${index}].units`
    const fraction = whyNotWhole(field, toQuantity(units ?? 0), item)
    if (fraction) details[field] = [fraction]
  }
  if (Object.keys(details).length > 0) throw validationError(details)
  return byName
}
