import type { Explanation } from '../../api/stock/levels.ts'
import { Quantity } from '../../parts/figures.tsx'
import { levelFigures } from '../../parts/level-figures.ts'
import { plainTable } from '../../parts/tables/plain-table.tsx'

type Figures = Pick<Explanation['level'], (typeof levelFigures)[number]['name']>
type Row = Figures & { readonly warehouse: string }

export function LevelsByWarehouse({ explanation: { level, warehouses } }: { readonly explanation: Explanation }) {
  const rows: readonly Row[] = warehouses.length > 1 ? [...warehouses, { ...level, warehouse: 'All' }] : warehouses
  return <Levels rows={rows} />
}

const Levels = plainTable<Row>('Levels by warehouse', 'It has never been in stock.', ({ warehouse }) => warehouse, [
  { title: 'Warehouse', isWide: true, cell: ({ warehouse }) => (warehouse === 'All' ? <b>All</b> : warehouse) },
  ...levelFigures.map(({ name, title, hint }) => ({
    title,
    hint,
    isNumber: true,
    cell: (row: Row) => <Quantity of={row[name]} />,
  })),
])
