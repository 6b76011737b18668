import type { Explanation } from '../../api/stock.ts'
import { levelFigures, Quantity } from '../../components/figures.tsx'
import { type Packaging, packagesColumn } from '../../components/inputs/packages.ts'
import { RouteAnchor } from '../../components/links.tsx'
import type { Column } from '../../components/tables/columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'

type Figures = Pick<Explanation['level'], (typeof levelFigures)[number]['name']>
interface Row extends Figures {
  readonly warehouse: string
  /** Absent: all warehouses. */
  readonly wid?: number
}

interface LevelsProps {
  readonly item: Packaging & { readonly shortID: string }
  readonly explanation: Explanation
}

export function LevelsByWarehouse({ item, explanation: { level, warehouses } }: LevelsProps) {
  const rows: readonly Row[] = warehouses.length > 1 ? [...warehouses, { ...level, warehouse: 'All' }] : warehouses
  return (
    <PlainTable
      label="Levels by warehouse"
      columns={[...columnsOf(item.shortID), ...packagesColumn<Row>(item, 'Available', ({ available }) => available)]}
      rows={rows}
      keyOf={({ warehouse }) => warehouse}
      empty="It has never been in stock."
    />
  )
}

/** Figures that are the units of lots lead to these. */
const ofLots: Readonly<Partial<Record<keyof Figures, object>>> = { inStock: {}, onHold: { hold: true } }

const columnsOf = (itemID: string): readonly Column<Row>[] => [
  { title: 'Warehouse', isWide: true, cell: ({ warehouse }) => (warehouse === 'All' ? <b>All</b> : warehouse) },
  ...levelFigures.map(({ name, title, hint }) => ({
    title,
    hint,
    isNumber: true,
    cell: (row: Row) => {
      const lots = row[name] === 0 ? undefined : ofLots[name]
      const figure = <Quantity of={row[name]} />
      return lots ? (
        <RouteAnchor to="/lots" search={{ itemID, wid: row.wid, ...lots }} size="sm">
          {figure}
        </RouteAnchor>
      ) : (
        figure
      )
    },
  })),
]
