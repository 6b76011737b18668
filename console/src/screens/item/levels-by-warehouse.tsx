import type { Explanation } from '../../api/stock/levels.ts'
import { Quantity } from '../../parts/figures.tsx'
import type { Packaging } from '../../parts/inputs/packages.ts'
import { levelFigures } from '../../parts/level-figures.ts'
import type { Column } from '../../parts/tables/columns.tsx'
import { packagesColumn } from '../../parts/tables/packages-column.ts'
import { PlainTable } from '../../parts/tables/plain-table.tsx'

type Figures = Pick<Explanation['level'], (typeof levelFigures)[number]['name']>
type Row = Figures & { readonly warehouse: string }

interface LevelsProps {
  readonly item: Packaging
  readonly explanation: Explanation
}

export function LevelsByWarehouse({ item, explanation: { level, warehouses } }: LevelsProps) {
  const rows: readonly Row[] = warehouses.length > 1 ? [...warehouses, { ...level, warehouse: 'All' }] : warehouses
  return (
    <PlainTable
      label="Levels by warehouse"
      columns={[...columns, ...packagesColumn<Row>(item, 'Available', ({ available }) => available)]}
      rows={rows}
      keyOf={({ warehouse }) => warehouse}
      empty="It has never been in stock."
    />
  )
}

const columns: readonly Column<Row>[] = [
  { title: 'Warehouse', isWide: true, cell: ({ warehouse }) => (warehouse === 'All' ? <b>All</b> : warehouse) },
  ...levelFigures.map(({ name, title, hint }) => ({
    title,
    hint,
    isNumber: true,
    cell: (row: Row) => <Quantity of={row[name]} />,
  })),
]
