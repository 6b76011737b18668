import { Text } from '@mantine/core'
import { Cells, type Column, ColumnHeader } from './columns.tsx'
import classes from './table.module.css'

interface PlainTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly empty: string
  readonly maxHeight?: number
}

export function PlainTable<Row>({ label, columns, rows, keyOf, empty, maxHeight }: PlainTableProps<Row>) {
  if (rows.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {empty}
      </Text>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={classes.frame} aria-label={label} tabIndex={0} style={{ maxHeight }}>
      <table className={`${classes.table} ${classes.plain}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHeader key={column.title} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={classes.row}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A table that is the same wherever it stands: only its rows differ. `empty` is what it says without rows. */
export const plainTable = <Row,>(
  label: string,
  empty: string,
  keyOf: (row: Row) => string | number,
  columns: readonly Column<Row>[],
) =>
  function Table(props: Pick<PlainTableProps<Row>, 'rows' | 'maxHeight'>) {
    return <PlainTable label={label} empty={empty} keyOf={keyOf} columns={columns} {...props} />
  }
