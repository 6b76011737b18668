import { type CommandField, fromText } from '../fields/command-field.ts'
import { CtlError } from '../output/io.ts'
import { type DecimalSign, toPlainNumber } from './decimals.ts'

/** A cell without a name above it; it has to be empty. */
export type Column = CommandField | undefined

/**
 * The fields that a header row names, in any case and order; a column may have no name if it has no cells. Throws a
 * CtlError for unknown, repeated or missing columns.
 */
export function toColumns(names: readonly string[], fields: readonly CommandField[]): Column[] {
  const find = (name: string) => fields.find((field) => field.name.toLowerCase() === name.toLowerCase())
  const unknown = names.filter((name) => name !== '' && !find(name))
  if (unknown.length > 0) {
    const known = fields.map(({ name }) => name).join(', ')
    throw new CtlError(`Unknown columns: ${unknown.join(', ')}. Known are: ${known}.`)
  }
  const columns = names.slice(0, names.findLastIndex((name) => name !== '') + 1).map(find)
  const named = columns.flatMap((column) => column ?? [])
  const twice = named.filter((column, index) => named.indexOf(column) !== index)
  if (twice.length > 0) throw new CtlError(`Columns given twice: ${twice.map(({ name }) => name).join(', ')}.`)
  const missing = fields.filter((field) => field.required && !columns.includes(field))
  if (missing.length > 0) throw new CtlError(`Missing columns: ${missing.map(({ name }) => name).join(', ')}.`)
  return columns
}

/** Input of an operation from the cells of a row; an empty one is no value. Throws a CtlError for one without a column. */
export function toInput(
  cells: readonly string[],
  columns: readonly Column[],
  sign: DecimalSign,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [index, text] of cells.entries()) {
    const field = columns[index]
    if (text === '') continue
    if (!field) throw new CtlError(`Cell ${index + 1} of the row, ${text}, is in no column that the header names.`)
    input[field.name] = fromText(field, field.kind === 'number' ? toPlainNumber(text, sign) : text)
  }
  return input
}
