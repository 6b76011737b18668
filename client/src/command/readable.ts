import { toPrintable } from './terminal.ts'

type Row = Readonly<Record<string, unknown>>

/** A list as a table, if its records have no lists and objects in them and it fits; all else as indented JSON. */
export function toReadable(body: unknown, width = process.stdout.columns ?? Number.POSITIVE_INFINITY): string {
  const rows = rowsOf(body)
  const table = rows && toTable(rows)
  if (!table || table.some((line) => line.length > width)) return toIndented(body)
  return [...table, ...pageLine(Object(body))].join('\n')
}

/** Within its texts, JSON itself escapes only some control characters. */
function toIndented(body: unknown): string {
  return JSON.stringify(body, null, 2).split('\n').map(toPrintable).join('\n')
}

function rowsOf(body: unknown): readonly Row[] | undefined {
  if (!isRecord(body) || !Array.isArray(body.value) || body.value.length === 0) return undefined
  const rows: readonly unknown[] = body.value
  return rows.every(isFlat) ? rows : undefined
}

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const isFlat = (row: unknown): row is Row =>
  isRecord(row) && Object.values(row).every((value) => value === null || typeof value !== 'object')

/** Numbers stand to the right. */
function toTable(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = names.map((name) => {
    const values = rows.map((row) => row[name])
    const cells = [name, ...values.map((value) => toPrintable(String(value ?? '')))]
    const width = Math.max(...cells.map((cell) => cell.length))
    const isNumeric = values.every((value) => typeof value === 'number' || value == null)
    return cells.map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)))
  })
  return ['', ...rows].map((_, index) =>
    columns
      .map((cells) => cells[index] ?? '')
      .join('  ')
      .trimEnd(),
  )
}

/** Says of one page of several which it is. */
function pageLine({ page, pageCount, totalCount }: Row): string[] {
  return typeof pageCount === 'number' && pageCount > 1
    ? ['', `Page ${page} of ${pageCount}, ${totalCount} in all`]
    : []
}
