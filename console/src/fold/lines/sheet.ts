import {
  type Delimiter,
  delimitersIn,
  findDelimiter,
  isBlankRow,
  isSeparatorLine,
} from '../../../../shared/sheets/delimiter.ts'
import { readLine, type TextRow, toTextCell } from '../../../../shared/sheets/rows.ts'

/** What a column of a pasted sheet holds. */
export type SheetColumn = 'item' | 'units' | 'price' | 'warehouse'

/** What people call the columns. */
const HEADINGS: Readonly<Record<SheetColumn, RegExp>> = {
  item: /^(item|item ?id|short ?id|sku|article|part|part ?(no|number)|code|gtin|ean)\.?$/i,
  units: /^(units?|qty|quantity|pieces|pcs|ordered)\.?$/i,
  price: /^(unit ?)?(price|cost)( per unit)?$/i,
  warehouse: /^((to|from) )?(warehouse|wh|w ?id|site|location)( ?(id|no|number|name))?\.?$/i,
}
// Object.keys knows no narrower strings.
const columnNames = Object.keys(HEADINGS) as readonly SheetColumn[]
/** Those of a sheet without headings. */
const usualColumns: readonly SheetColumn[] = ['item', 'units', 'price']

export type SheetColumns = readonly (SheetColumn | undefined)[]

/** A row of a sheet: its cells by what they hold, or why it has none, and where it stands in the text. */
export interface SheetRow {
  readonly at: number
  readonly cells: Readonly<Partial<Record<SheetColumn, string>>>
  readonly fault: string | undefined
}

/**
 * The rows of a text: of a spreadsheet (tabs), a CSV file (semicolons or commas), or typed as `BOLT-M6-30 40`. Headings say
 * what the columns below them hold; without any they are item, units and price. A row that cannot be read is the item.
 */
export const readSheet = (text: string): readonly SheetRow[] =>
  linesOf(text).flatMap(({ row, cells, columns, fault }, at) => {
    if (fault !== undefined) return { at, cells: { item: row.trim() }, fault }
    const named = columns.flatMap((name, i) => (name ? [[name, cells[i] ?? '']] : []))
    return cells.length > 0 ? { at, cells: Object.fromEntries(named), fault } : []
  })

interface Line {
  readonly row: string
  /** None if the line is blank, has headings, says what separates cells, or cannot be read. */
  readonly cells: readonly string[]
  readonly fault: string | undefined
  /** The columns that it is under. */
  readonly columns: SheetColumns
  readonly stated: Delimiter | undefined
}

function linesOf(text: string): readonly Line[] {
  let columns: SheetColumns = usualColumns
  let stated: Delimiter | undefined
  return text.split(/\r\n|\r|\n/).map((row) => {
    if (isSeparatorLine(row)) stated = findDelimiter(row).delimiter
    const { cells = [], fault } = isSeparatorLine(row) || isBlankRow(row) ? {} : { ...readRow(row, stated) }
    const headings = headingsIn(cells)
    columns = headings ?? columns
    return { row, cells: headings ? [] : cells, fault, columns, stated }
  })
}

/** A text with one more row under its columns; headings come before it if a cell has no column yet. */
export function withRow(text: string, cells: SheetRow['cells']): string {
  const before = text.trim() === '' ? [] : [text.trimEnd()]
  const { columns = usualColumns, stated = '\t' } = linesOf(text).at(-1) ?? {}
  const isNew = (name: SheetColumn) => cells[name] !== undefined && !columns.includes(name)
  const known = before.length === 0 ? [] : columns
  const headings = columnNames.some(isNew)
    ? columnNames.filter((name) => known.includes(name) || cells[name] !== undefined)
    : undefined
  const under = headings ?? columns
  const last = under.findLastIndex((name) => name !== undefined && cells[name] !== undefined)
  const row = under.slice(0, last + 1).map((name) => (name && cells[name]) ?? '')
  return [...before, ...(headings ? [headings.join(stated)] : []), toRow(row, stated)].join('\n')
}

/** A text without one of its rows. */
export const withoutRow = (text: string, at: number): string =>
  text
    .split(/\r\n|\r|\n/)
    .filter((_, index) => index !== at)
    .join('\n')

/** A text with some cells written otherwise; other rows stay as they are. */
export const withCells = (text: string, write: (column: SheetColumn, cell: string) => string): string =>
  linesOf(text)
    .map(({ row, cells, columns, stated }) => {
      const written = cells.map((cell, i) => (columns[i] ? write(columns[i], cell) : cell))
      return written.some((cell, i) => cell !== cells[i]) ? toRow(written, stated) : row
    })
    .join('\n')

const toRow = (cells: readonly string[], delimiter: Delimiter = '\t') =>
  cells.map((cell) => toTextCell(cell, delimiter)).join(delimiter)

function headingsIn(cells: readonly string[]): SheetColumns | undefined {
  const columns = cells.map((cell) => columnNames.find((name) => HEADINGS[name].test(cell)))
  return columns.includes('item') && columns.includes('units') ? columns : undefined
}

/** A decimal comma behind a space is part of the units: `BOLT-M6-30 1,5`. */
const TYPED_COMMA = /\s\d[\d.]*,\d+$/

function readRow(row: string, stated: Delimiter | undefined): Pick<TextRow, 'cells' | 'fault'> | undefined {
  const found = delimitersIn(row)
  const delimiter = found.find((one) => one === stated) ?? found[0]
  const isTyped = delimiter === undefined || (delimiter === ',' && stated !== ',' && TYPED_COMMA.test(row.trim()))
  if (!isTyped) return readLine(row, delimiter)
  const [, item = row.trim(), units = ''] = /^(.*\S)\s+(\S+)$/.exec(row.trim()) ?? []
  return { cells: [item, units] }
}
