import type { Schemas } from '../../api/http/contract.ts'
import { toText } from '../../fold/person-numbers.ts'

/** What an item says of its packages. */
export type Packaging = Pick<Schemas['Item'], 'units' | 'putUp' | 'uOM'>

/** Whether a quantity of the item may be said in packages. */
export const isPackaged = ({ units }: Pick<Packaging, 'units'>): boolean => units > 0 && units !== 1

export const packageName = ({ putUp }: Pick<Packaging, 'putUp'>): string => putUp || 'packages'

/** A quantity in packages: 2.5 Box 100. */
export const inPackages = (units: number, packaging: Packaging): string =>
  `${toText(units / packaging.units)} ${packageName(packaging)}`
