import { type ErrorDetails, serviceUnavailable, validationError } from '../../../shared/contract/core/errors.ts'
import { MAX_DECIMAL } from '../../../shared/contract/core/fields.ts'
import { itemNamesIn } from '../../../shared/contract/core/scans.ts'
import type { WireContext } from '../../../shared/process/call-context.ts'
import { type Quantity, toNumber, toQuantity, ZERO } from '../../../shared/quantity.ts'
import { readScan } from '../../../shared/scan/read-scan.ts'
import type { ItemRecord } from './item.model.ts'
import { type Items, packagingOf } from './items.ts'

const DECIMALS = 6

/** A quantity in units, in packages, or of a scanned code; those that are given must agree. */
export type GivenQuantity<F extends 'units' | 'counted'> = { readonly [Field in F]?: number | undefined } & {
  readonly packages?: number | undefined
  readonly scan?: string | undefined
}

type Packaging = NonNullable<ItemRecord['packaging']>

/**
 * The units that a request is of: as many as the item says for a package, and its alias for a scanned code
 * (docs/decisions/scans.md#78). Throws 400 if there is no quantity, or if two contradict each other.
 */
export async function requireUnits<F extends 'units' | 'counted'>(
  items: Items,
  item: ItemRecord,
  given: GivenQuantity<F>,
  field: F,
  context: WireContext,
): Promise<number> {
  const { packages, scan } = given
  const ofField = given[field]
  if (ofField !== undefined && packages === undefined && scan === undefined) return ofField
  const units = ofField === undefined ? undefined : toQuantity(ofField)
  const readPackaging = () => requirePackaging(items, item, context)
  const packed = packages === undefined ? undefined : toQuantity(packages).times((await readPackaging()).units)
  if (packed && packages !== undefined) requireRepresentable('packages', packages, packed)
  if (packed && units && !packed.eq(units))
    throw refuse('packages', `must agree with ${field}: ${packages} are ${packed.toFixed()}, ${field} is ${ofField}.`)
  const found = units ?? packed
  const said = scan === undefined ? undefined : await unitsOfScan(item, scan, found === undefined, readPackaging)
  // A label says how many there were, a count how many there are.
  if (found && said && field === 'units' && !found.eq(said))
    throw refuse('scan', `must agree with units: the code says ${said.toFixed()}, units is ${found.toFixed()}.`)
  const result = found ?? said
  if (!result) throw validationError({ [field]: [`The ${field} field is required.`] })
  if (!found) requireRepresentable('scan', scan ?? '', result)
  return toNumber(result)
}

/** How many units a code stands for: its count, of what carries the code; without a count only a code of several units. */
async function unitsOfScan(
  { aliases }: ItemRecord,
  scan: string,
  isWanted: boolean,
  readPackaging: () => Promise<Packaging>,
): Promise<Quantity | undefined> {
  const reading = readScan(scan)
  const count = 'scan' in reading ? reading.scan.units : undefined
  const alias = itemNamesIn(scan).find((name) => aliases.includes(name))
  if (count === undefined && (!isWanted || alias === undefined)) return undefined
  const { ofAliases } = alias === undefined ? { ofAliases: [] } : await readPackaging()
  const each = ofAliases.find((one) => one.alias === alias)?.units
  if (count === undefined) return each === undefined ? undefined : toQuantity(each)
  return toQuantity(count).times(toQuantity(each ?? 1))
}

/** What the catalog says of packages, asked for where the copy does not know. */
async function requirePackaging(items: Items, item: ItemRecord, context: WireContext): Promise<Packaging> {
  const known = packagingOf(item)
  if (known) return known
  const asked = await items.refresh(item.shortID, context)
  const packaging = asked && packagingOf(asked)
  // A catalog of a version before 1.4, while the system is updated.
  if (!packaging) throw serviceUnavailable()
  return packaging
}

function requireRepresentable(field: 'packages' | 'scan', given: number | string, units: Quantity): void {
  const isOne = units.gt(ZERO) && units.lte(MAX_DECIMAL) && units.round(DECIMALS).eq(units)
  const range = `more than 0 and at most ${MAX_DECIMAL} units with at most ${DECIMALS} decimal places`
  if (!isOne) throw refuse(field, `must stand for ${range}: ${given} stands for ${units.toFixed()}.`)
}

function refuse(field: string, message: string) {
  return validationError({ [field]: [`The field ${field} ${message}`] } satisfies ErrorDetails)
}

export type FindItems = Items['findMany']

export const isFraction = (units: Quantity): boolean => !units.round(0).eq(units)

/** Why a quantity is refused of an item with whole units only; undefined if it is not. */
export const whyNotWhole = (field: string, units: Quantity, item: ItemRecord | undefined): string | undefined =>
  item?.wholeUnits && isFraction(units)
    ? `The field ${field} must be a whole number: ${item.shortID} has whole units only.`
    : undefined

/** A quantity of a request, and its field. */
interface GivenUnits {
  readonly field: string
  readonly partNo: number
  readonly units: Quantity
}

/** Throws 400 with each fraction of an item that has whole units only (docs/decisions/items.md#97). */
export async function requireWholeUnits(findItems: FindItems, given: readonly GivenUnits[]): Promise<void> {
  const fractions = given.filter(({ units }) => isFraction(units))
  if (fractions.length === 0) return
  const items = await findItems(fractions.map(({ partNo }) => partNo))
  const details = fractions.flatMap(({ field, partNo, units }) => {
    const message = whyNotWhole(field, units, items.get(partNo))
    return message === undefined ? [] : [[field, [message]] as const]
  })
  if (details.length > 0) throw validationError(Object.fromEntries(details))
}

/** What a movement is planned from: a request, or what another system has recorded, which says less. */
export type Given<I, K extends keyof I> = Pick<I, K> & { readonly [F in keyof I]?: I[F] | undefined }

/** The same with its units, in which a request may not be given. */
export type GivenMovement<I extends { readonly itemID: unknown; readonly wid: unknown }> = Given<
  I,
  'itemID' | 'wid'
> & {
  readonly units: number
}
