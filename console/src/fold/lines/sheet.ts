import { type Delimiter, findDelimiter, isBlankRow, isSeparatorLine } from '../../../../shared/sheets/delimiter.ts'

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

/** A row of a sheet: its cells by what they hold, and where it stands in the text. */
export interface SheetRow {
  readonly at: number
  readonly cells: Readonly<Partial<Record<SheetColumn, string>>>
}

/**
 * The rows of a text: of a spreadsheet (tabs), a CSV file (semicolons or commas), or typed as `BOLT-M6-30 40`. Headings say
 * what the columns below them hold; without any they are item, units and price. `columns` are those of the last row.
 */
export function readSheet(text: string): { readonly rows: readonly SheetRow[]; readonly columns: SheetColumns } {
  const rows: SheetRow[] = []
  let columns: SheetColumns = usualColumns
  let stated: Delimiter | undefined
  for (const [at, row] of text.split(/\r\n|\r|\n/).entries()) {
    if (isSeparatorLine(row)) stated = findDelimiter(row).delimiter
    if (isSeparatorLine(row) || isBlankRow(row)) continue
    const cells = cellsOf(row, stated)
    const headings = headingsIn(cells)
    if (headings) columns = headings
    else
      rows.push({ at, cells: Object.fromEntries(columns.flatMap((name, i) => (name ? [[name, cells[i] ?? '']] : []))) })
  }
  return { rows, columns }
}

/** A text with one more row under its columns; headings come before it if a cell has no column yet. */
export function withRow(text: string, cells: SheetRow['cells']): string {
  const before = text.trim() === '' ? [] : [text.trimEnd()]
  const { columns } = readSheet(text)
  const isNew = (name: SheetColumn) => cells[name] !== undefined && !columns.includes(name)
  const known = before.length === 0 ? [] : columns
  const headings = columnNames.some(isNew)
    ? columnNames.filter((name) => known.includes(name) || cells[name] !== undefined)
    : undefined
  const under = headings ?? columns
  const last = under.findLastIndex((name) => name !== undefined && cells[name] !== undefined)
  const row = under.slice(0, last + 1).map((name) => (name && cells[name]) ?? '')
  return [...before, ...(headings ? [headings.join('\t')] : []), row.join('\t')].join('\n')
}

/** A text without one of its rows. */
export const withoutRow = (text: string, at: number): string =>
  text
    .split(/\r\n|\r|\n/)
    .filter((_, index) => index !== at)
    .join('\n')

/** A text with some cells written otherwise; other rows stay as they are. */
export function withCells(text: string, write: (column: SheetColumn, cell: string) => string): string {
  let columns: SheetColumns = usualColumns
  return text
    .split(/\r\n|\r|\n/)
    .map((row) => {
      const cells = cellsOf(row)
      const headings = headingsIn(cells)
      columns = headings ?? columns
      const written = headings ? cells : cells.map((cell, i) => (columns[i] ? write(columns[i], cell) : cell))
      return written.some((cell, i) => cell !== cells[i]) ? written.map(quoted).join('\t') : row
    })
    .join('\n')
}

const quoted = (cell: string) => (/["\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

function headingsIn(cells: readonly string[]): SheetColumns | undefined {
  const columns = cells.map((cell) => columnNames.find((name) => HEADINGS[name].test(cell)))
  return columns.includes('item') && columns.includes('units') ? columns : undefined
}

/** A decimal comma behind a space is part of the units: `BOLT-M6-30 1,5`. */
const TYPED_COMMA = /\s\d[\d.]*,\d+$/

function cellsOf(row: string, stated?: Delimiter): string[] {
  if (stated && row.includes(stated)) return split(row, stated)
  const separator = ['\t', ';'].find((one) => row.includes(one))
  if (separator) return split(row, separator)
  if (row.includes(',') && !TYPED_COMMA.test(row.trim())) return split(row, ',')
  const [, item = row, units = ''] = /^(.*\S)\s+(\S+)$/.exec(row.trim()) ?? []
  return [item, units]
}

/** Cells, in quotation marks or not (RFC 4180). */
function split(row: string, separator: string): string[] {
  const cell = new RegExp(`${separator}(?: *"((?:[^"]|"")*)" *(?=${separator}|$)|([^${separator}]*))`, 'g')
  return [...`${separator}${row}`.matchAll(cell)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
}
