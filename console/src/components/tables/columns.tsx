import type { ReactNode } from 'react'
import { Difference, Quantity } from '../figures.tsx'
import { WarehouseName } from '../names.tsx'
import { ItemLink, LotLink } from '../record-links.tsx'
import { Day, Moment, None } from '../time.tsx'
import classes from './table.module.css'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand on the right. */
  readonly isNumber?: boolean
  /** Comes first where a row is a card. */
  readonly isMain?: boolean
  /** Takes the space that is left; long text is cut. */
  readonly isWide?: boolean
  /** The interface's name of the field, where it can be sorted by. */
  readonly sort?: string
  /** What the figure means, on hover. */
  readonly hint?: string
}

export interface Sort {
  readonly field: string
  readonly direction: 'ASC' | 'DESC'
}

type Shape = Pick<Column<never>, 'isNumber' | 'isWide' | 'isMain'>

export const classOf = ({ isNumber, isWide, isMain }: Shape): string =>
  [isNumber ? classes.number : isWide ? classes.wide : '', isMain ? classes.main : ''].join(' ').trim()

interface CellsProps<Row> {
  readonly columns: readonly Column<Row>[]
  /** Absent while it is read. */
  readonly row: Row | undefined
}

/** The cells of a row; as a card each says its title. */
export function Cells<Row>({ columns, row }: CellsProps<Row>) {
  return columns.map((column) => (
    <td key={column.title} className={classOf(column)} data-title={column.title}>
      {row === undefined ? <span className={classes.waiting} /> : column.cell(row)}
    </td>
  ))
}

interface HeaderProps<Row> {
  readonly column: Column<Row>
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => void) | undefined
}

/** A header; a button where the table can be sorted by it: down first for numbers, up first for names. */
export function ColumnHeader<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { title, hint, sort: field, isNumber } = column
  const direction = sort && sort.field === field ? sort.direction : undefined
  const other = direction === undefined ? (isNumber ? 'DESC' : 'ASC') : direction === 'ASC' ? 'DESC' : 'ASC'
  const ariaSort = direction === undefined ? undefined : direction === 'ASC' ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      className={`${classOf(column)} ${field && onSort ? '' : classes.unsorted}`}
      aria-sort={ariaSort}
      title={hint}
    >
      {field && onSort ? (
        <button
          type="button"
          className={`${classes.sort} ${direction ? classes.sorted : ''}`}
          onClick={() => onSort({ field, direction: other })}
        >
          {title}
          <span aria-hidden="true">{direction === 'ASC' ? '↑' : direction === 'DESC' ? '↓' : ''}</span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

type More = Pick<Column<never>, 'isWide' | 'isNumber' | 'isMain' | 'hint'>
type RowWith<Name extends string, Value> = { readonly [One in Name]: Value }

/** A kind of column: how it shows a field of a row. */
const kind =
  <Value,>(show: (value: Value) => ReactNode, usual: More = {}) =>
  <Name extends string>(title: string, name: Name, more: More = {}): Column<RowWith<Name, Value>> => ({
    title,
    cell: (row) => show(row[name]),
    ...usual,
    ...more,
  })

export const column = {
  text: kind<string>((text) => text),
  /** May be missing. */
  optional: kind<string | number | null>((value) => (value === '' || value === null ? <None /> : value)),
  wide: kind<string>((text) => text, { isWide: true }),
  /** Is cut where there is no space, and whole on hover. */
  description: kind<string>((text) => <span title={text}>{text}</span>, { isWide: true }),
  number: kind<number>((number) => number, { isNumber: true }),
  quantity: kind<number | null>((units) => (units === null ? <None /> : <Quantity of={units} />), { isNumber: true }),
  difference: kind<number | null>((units) => (units === null ? <None /> : <Difference of={units} />), {
    isNumber: true,
  }),
  moment: kind<string | null>((at) => <Moment at={at} />),
  day: kind<string | null>((at) => <Day at={at} />),
  item: kind<string>((shortID) => <ItemLink shortID={shortID} />),
  lot: kind<number | null>((recNo) => <LotLink recNo={recNo} />),
  warehouse: kind<number>((wid) => <WarehouseName of={wid} />),
}
