import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { fromCell } from '../../shared/contract/core/export-formats.ts'
import { type Delimiter, findDelimiter } from '../../shared/sheets/delimiter.ts'
import {
  createEncodingCheck,
  createSheetDecoder,
  type Encoding,
  UnreadableSheet,
} from '../../shared/sheets/encoding.ts'
import { CtlError } from '../output/io.ts'

/** One row of a file: its cells, or why it has none. */
export interface CsvRow {
  /** Line of the file on which the row begins; the first is 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly fault?: string
}

/** Longest row in bytes; without a limit, a quote that is never closed reads the rest of the file into memory. */
const MAX_ROW_LENGTH = 100_000

/** How a CSV file is written. */
export interface CsvForm {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  /** Whether the first line says the delimiter (`sep=;`). */
  readonly isStated: boolean
}

/** Yields the rows of a CSV file (RFC 4180) while it is read, the header first; rows without anything are left out. */
export async function* readCsv(
  path: string,
  { encoding, delimiter, isStated }: CsvForm,
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<CsvRow> {
  const faults: CsvRow[] = []
  let endOfLast = 0
  let countedTwice = 0
  /** Last lines of the rows that are parsed and not yet yielded. */
  const ends: number[] = []
  const parser = parse({
    delimiter,
    from_line: isStated ? 2 : 1,
    relax_column_count: true,
    // Cells may contain quotes that stand for inches.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record: (cells, { lines }) => {
      // csv-parse counts a CRLF inside quotes as two lines.
      countedTwice += cells.join().split('\r\n').length - 1
      endOfLast = lines - countedTwice
      ends.push(endOfLast)
      return cells.map(fromCell)
    },
    on_skip: (error: CsvError | undefined) => {
      faults.push({ line: endOfLast + 1, cells: [], fault: toFault(error) })
      return undefined
    },
  })
  const text = Readable.from(decode(path, encoding, onProgress))
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  try {
    // Without the option `columns`, csv-parse yields lists of cells.
    for await (const cells of parser as AsyncIterable<string[]>) {
      const line = (ends.shift() ?? 0) - countLineBreaks(cells.join())
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells }
    }
    yield* faults
  } finally {
    text.destroy()
  }
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

function toFault(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote is opened and never closed.'
  if (error?.code === 'CSV_MAX_RECORD_SIZE')
    return `The row is longer than ${MAX_ROW_LENGTH} bytes: is a quote missing?`
  return error?.message ?? 'The row cannot be read.'
}

/** 64 bits: enough to tell the files of one name apart. */
const DIGEST_DIGITS = 16

const countLineBreaks = (text: string) => text.split('\n').length - 1

export interface TextFile {
  readonly form: CsvForm
  /** In bytes. */
  readonly size: number
  /** The file's name and a digest of its content, so that other content under the same name is another import. */
  readonly contentName: string
}

/** Reads a CSV file once before it is used; throws a CtlError if it is missing, no file, or cannot be read as one. */
export async function checkTextFile(path: string): Promise<TextFile> {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) throw new CtlError(`There is no file ${path}.`)
  if (!status.isFile()) throw new CtlError(`${path} is not a file.`)
  const digest = createHash('sha256')
  const check = createEncodingCheck()
  for await (const chunk of createReadStream(path)) {
    digest.update(chunk)
    check.add(chunk)
  }
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
