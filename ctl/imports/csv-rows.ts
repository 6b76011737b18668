import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { type CsvError, parse } from 'csv-parse'
import { fromCell } from '../../shared/contract/core/export-formats.ts'
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

/** Yields the rows of a CSV file (RFC 4180, UTF-8) while it is read, the header first; empty lines are left out. */
export async function* readCsv(path: string, onProgress: (bytesRead: number) => void): AsyncGenerator<CsvRow> {
  const faults: CsvRow[] = []
  let endOfLast = 0
  let countedTwice = 0
  /** Last lines of the rows that are parsed and not yet yielded. */
  const ends: number[] = []
  const parser = parse({
    bom: true,
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
  const file = createReadStream(path)
  file.on('error', (error) => parser.destroy(error))
  file.on('data', () => onProgress(file.bytesRead))
  file.pipe(parser)
  try {
    // Without the option `columns`, csv-parse yields lists of cells.
    for await (const cells of parser as AsyncIterable<string[]>) {
      yield { line: (ends.shift() ?? 0) - countLineBreaks(cells.join()), cells }
    }
    yield* faults
  } finally {
    file.destroy()
  }
}

/** Throws a CtlError that names the first row of a CSV file that cannot be told from those around it. */
export async function refuseUnreadable(path: string): Promise<void> {
  for await (const { line, fault } of readCsv(path, () => undefined))
    if (fault) throw new CtlError(`Line ${line} of ${path}: ${fault} Nothing was imported.`)
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
  /** In bytes. */
  readonly size: number
  /** The file's name and a digest of its content, so that other content under the same name is another import. */
  readonly contentName: string
}

/** Reads a text file once before it is used; throws a CtlError if it is missing, no file, or not UTF-8. */
export async function checkTextFile(path: string): Promise<TextFile> {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) throw new CtlError(`There is no file ${path}.`)
  if (!status.isFile()) throw new CtlError(`${path} is not a file.`)
  const decoder = new TextDecoder()
  const digest = createHash('sha256')
  let line = 1
  const refuseDamage = (text: string) => {
    const [before = '', ...after] = text.split('\uFFFD')
    line += countLineBreaks(before)
    if (after.length > 0) throw new CtlError(`Line ${line} of ${path} is not UTF-8 text. Nothing was imported.`)
  }
  for await (const chunk of createReadStream(path)) {
    digest.update(chunk)
    refuseDamage(decoder.decode(chunk, { stream: true }))
  }
  refuseDamage(decoder.decode())
  return { size: status.size, contentName: `${basename(path)}-${digest.digest('hex').slice(0, DIGEST_DIGITS)}` }
}
