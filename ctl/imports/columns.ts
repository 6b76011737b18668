import { type CommandField, fromText } from '../fields/command-field.ts'
import { CtlError } from '../output/io.ts'

/** The fields that a header row names, in any case and order. Throws a CtlError for unknown, repeated or missing columns. */
export function toColumns(header: readonly string[], fields: readonly CommandField[]): CommandField[] {
  const names = header.map((cell) => cell.trim())
  const find = (name: string) => fields.find((field) => field.name.toLowerCase() === name.toLowerCase())
  const unknown = names.filter((name) => !find(name))
  if (unknown.length > 0) {
    const known = fields.map(({ name }) => name).join(', ')
    throw new CtlError(
      `Unknown columns: ${unknown.map((name) => name || '(no name)').join(', ')}. Known are: ${known}.`,
    )
  }
  const columns = names.flatMap((name) => find(name) ?? [])
  const twice = columns.filter((column, index) => columns.indexOf(column) !== index)
  if (twice.length > 0) throw new CtlError(`Columns given twice: ${twice.map(({ name }) => name).join(', ')}.`)
  const missing = fields.filter((field) => field.required && !columns.includes(field))
  if (missing.length > 0) throw new CtlError(`Missing columns: ${missing.map(({ name }) => name).join(', ')}.`)
  return columns
}

/** Input of an operation from the cells of a row; an empty cell is no value. */
export function toInput(cells: readonly string[], columns: readonly CommandField[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [index, field] of columns.entries()) {
    const text = cells[index]?.trim() ?? ''
    if (text !== '') input[field.name] = fromText(field, text)
  }
  return input
}
