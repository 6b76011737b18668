import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { Quantity } from '../../../../shared/quantity.ts'
import type { ItemRecord } from './item.model.ts'
import type { Items } from './items.ts'

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
