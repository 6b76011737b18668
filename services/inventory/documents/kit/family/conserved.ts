import { type Quantity, type StoredQuantity, sum, toQuantity, toStored, ZERO } from '../../../../../shared/quantity.ts'

/** Quantities of a line that always add up: the terms to the whole, and none of them is negative. */
export interface Conserved {
  readonly whole: string
  readonly terms: readonly string[]
}

/** Why the quantities of a line do not add up; undefined if they do. */
export function whyNotConserved(line: object, { whole, terms }: Conserved): string | undefined {
  const fields = new Map<string, unknown>(Object.entries(line))
  // The family declares that these fields hold quantities.
  const of = (field: string) => toQuantity(fields.get(field) as StoredQuantity)
  const units = terms.map(of)
  if (sum(units).eq(of(whole)) && units.every((one) => one.gte(ZERO))) return undefined
  return `${units.join(' + ')} is not ${of(whole).toFixed()}`
}

/** Adds to quantities of a record; negative ones are taken off. */
export function addTo<R extends object>(record: R, added: Readonly<Partial<Record<keyof R, Quantity>>>): R {
  const after = { ...record }
  for (const [field, units] of Object.entries(added) as [keyof R, Quantity][]) {
    // As above: a quantity is added to.
    const stored = record[field] as StoredQuantity
    after[field] = toStored(toQuantity(stored).plus(units)) as R[keyof R]
  }
  return after
}
