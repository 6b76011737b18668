import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { findDelimiter, type Separation } from '../../shared/sheets/delimiter.ts'
import {
  createEncodingCheck,
  createSheetDecoder,
  type Encoding,
  UnreadableSheet,
} from '../../shared/sheets/encoding.ts'
import { createRowReader, type TextRow } from '../../shared/sheets/rows.ts'
import { type CommandField, fromText } from '../command-fields.ts'
import { CtlError } from '../output/failure.ts'
import { type DecimalSign, toPlainNumber } from './decimals.ts'

/** How a CSV file is written. */
export interface CsvForm extends Separation {
  readonly encoding: Encoding
}

/** Yields the rows of a CSV file while it is read, the header first. */
export async function* readCsv(
  path: string,
  form: CsvForm,
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<TextRow> {
  const read = createRowReader(form)
  for await (const text of decode(path, form.encoding, onProgress)) yield* read(text)
  yield* read()
}

/** The text of a file, without a byte order mark. */
async function* decode(path: string, encoding: Encoding, onProgress: (bytesRead: number) => void) {
  const toText = createSheetDecoder(encoding)
  const file = createReadStream(path)
  for await (const chunk of file) {
    onProgress(file.bytesRead)
    yield toText(chunk)
  }
  yield toText()
}

/** 64 bits: enough to tell the files of one name apart. */
const DIGEST_DIGITS = 16

/** Reads a CSV file once before it is used; throws a CtlError if it is missing, no file, or cannot be read as one. */
export async function checkTextFile(path: string) {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) throw new CtlError(`There is no file ${path}.`)
  if (!status.isFile()) throw new CtlError(`${path} is not a file.`)
  const digest = createHash('sha256')
  const check = createEncodingCheck()
  for await (const chunk of createReadStream(path)) {
    digest.update(chunk)
    check.add(chunk)
  }
  // Other content under the same name is another import.
  const contentName = `${basename(path)}-${digest.digest('hex').slice(0, DIGEST_DIGITS)}`
  return { form: await whole(path, async () => formOf(path, check.end())), size: status.size, contentName }
}

/** Bytes of a file that say what separates its cells. */
const MAX_HEAD = 65_536

async function formOf(path: string, encoding: Encoding): Promise<CsvForm> {
  let head = ''
  for await (const text of decode(path, encoding, () => undefined)) {
    head += text
    if (head.length >= MAX_HEAD) break
  }
  return { encoding, ...findDelimiter(head) }
}

/** What is found out of a file before anything of it is imported; a CtlError says why it cannot be. */
export async function whole<T>(path: string, find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    throw new CtlError(`${path}: ${error.message} Nothing was imported.`)
  }
}

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
