import { type Quantity, type StoredQuantity, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'

type Stored<N extends string> = { readonly [K in N]?: StoredQuantity }

/** The names of fields that hold a decimal. */
// Object.keys loses which names there are.
export const namesOf = <N extends string>(fields: Readonly<Record<N, unknown>>) =>
  Object.keys(fields) as unknown as readonly N[]

/** Quantities of a record in which those that are zero, as most are, are absent. */
export const readQuantities = <N extends string>(record: Stored<N>, names: readonly N[]) =>
  // As above.
  Object.fromEntries(names.map((name) => [name, quantityOf(record[name])])) as Record<N, Quantity>

const quantityOf = (value: StoredQuantity | undefined): Quantity => (value ? toQuantity(value) : ZERO)

/** The same quantities as they are stored. */
export const storeQuantities = <N extends string>(state: Readonly<Record<N, Quantity>>, names: readonly N[]) =>
  // As above.
  Object.fromEntries(
    names.filter((name) => !state[name].eq(ZERO)).map((name) => [name, toStored(state[name])]),
  ) as Stored<N>
