import type { Schemas } from '../../api/http/contract.ts'
import { toText } from '../../fold/person-numbers.ts'
import type { Column } from '../tables/columns.tsx'

export type Packaging = Pick<Schemas['Item'], 'units' | 'putUp' | 'uOM'>

/** Whether a quantity of the item may be said in packages. */
export const isPackaged = ({ units }: Pick<Packaging, 'units'>): boolean => units > 0 && units !== 1

export const packageName = ({ putUp }: Pick<Packaging, 'putUp'>): string => putUp || 'packages'

/** A quantity in packages: 2.5 Box 100. */
export const inPackages = (units: number, packaging: Packaging): string =>
  `${toText(units / packaging.units)} ${packageName(packaging)}`

/** A column of quantities in packages; none if the item has none. */
export const packagesColumn = <Row>(
  item: Packaging,
  title: string,
  unitsOf: (row: Row) => number,
): readonly Column<Row>[] =>
  isPackaged(item)
    ? [{ title: `${title} in ${packageName(item)}`, isNumber: true, cell: (row) => toText(unitsOf(row) / item.units) }]
    : []
