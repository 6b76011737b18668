import { toText } from '../../fold/person-numbers.ts'
import { isPackaged, type Packaging, packageName } from '../inputs/packages.ts'
import type { Column } from './columns.tsx'

/** A column of quantities in packages; none if the item has none. */
export const packagesColumn = <Row>(
  item: Packaging,
  title: string,
  unitsOf: (row: Row) => number,
): readonly Column<Row>[] =>
  isPackaged(item)
    ? [{ title: `${title} in ${packageName(item)}`, isNumber: true, cell: (row) => toText(unitsOf(row) / item.units) }]
    : []
