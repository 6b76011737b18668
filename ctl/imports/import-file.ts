import { pMapIterable, pMapStop } from 'p-map'
import { AppError } from '../../shared/contract/core/errors.ts'
import { DELIMITER_NAMES } from '../../shared/sheets/delimiter.ts'
import { ENCODING_NAMES } from '../../shared/sheets/encoding.ts'
import type { TextRow } from '../../shared/sheets/rows.ts'
import type { CommandField } from '../command-fields.ts'
import { type Connection, openConnection } from '../connection/connection.ts'
import { Stopped } from '../connection/retry-while-unavailable.ts'
import { CtlError } from '../output/failure.ts'
import type { Io } from '../output/present.ts'
import { type Column, type CsvForm, checkTextFile, readCsv, toColumns, toInput, whole } from './csv-rows.ts'
import { createDecimalCheck, type DecimalSign } from './decimals.ts'
import { createReport, notImported, type Report } from './report.ts'

/** Records sent one by one that are under way at once: as many as a service process answers at once. */
const CALLS_IN_FLIGHT = 128
/** Of batches: one is sent while another is done. */
const BATCHES_IN_FLIGHT = 3

type Row = Readonly<Record<string, unknown>>

/** The rows of one record, the first of which is on `line`. */
export interface ImportedRecord {
  readonly rows: readonly Row[]
  readonly line: number
}

/** Imports records; settles to the outcome of each. The code before its first `await` runs in the order of the file. */
export type ImportRecords = (records: readonly ImportedRecord[]) => Promise<PromiseSettledResult<string>[]>

/** Imports each record by itself. */
export const oneByOne =
  (importRecord: (record: ImportedRecord) => Promise<string>): ImportRecords =>
  (records) =>
    Promise.allSettled(records.map(importRecord))

/** What the rows of a file are. */
export interface ImportKind {
  readonly summary: string
  /** The columns. */
  readonly fields: readonly CommandField[]
  /** Column whose equal cells make rows that follow each other one record; otherwise each row is one. */
  readonly groupBy?: string
  /** The outcomes of a row, besides `bad`. */
  readonly outcomes: readonly string[]
  readonly createImport: (connection: Connection, importName: string) => ImportRecords
  /** Most records that it imports at once; 1 by default. */
  readonly batchSize?: number
  /** Whether rows rest on those before them: a batch is sent only when the one before is done. */
  readonly isInSequence?: boolean
  /**
   * Set if a row is recognized by the import's name and its line, not by its content: says how to correct bad rows of the
   * import `importName`.
   */
  readonly repeatHint?: (importName: string) => string
}

/** How the cells of a row are read. */
interface Cells {
  readonly columns: readonly Column[]
  readonly sign: DecimalSign
}

/**
 * Imports the good rows of a file and reports each bad one on stderr, with its line. The import has the name that is given,
 * or else one made of the file's name and content. Throws a CtlError that says how far it
 * came if it is interrupted or the system does not answer any more.
 */
export async function importFile(
  kind: ImportKind,
  path: string,
  io: Io,
  { name, asJson }: { readonly name: string | undefined; readonly asJson: boolean },
) {
  const file = await checkTextFile(path)
  const { form } = file
  // What is sent of a file may rest on the rows before it, or want one of those after it.
  const isOneWhole = kind.groupBy !== undefined || kind.isInSequence === true
  const sign = await whole(path, () => checkRows(path, form, kind.fields, isOneWhole))
  const importName = name ?? file.contentName
  await using connection = await openConnection(io.env)
  const report = createReport(io, { asJson, totalBytes: file.size, outcomes: kind.outcomes })
  const said = describe(form, sign)
  if (said !== '') report.note(`${path} is read as ${said}.`)
  const rows = readCsv(path, form, report.read)
  const columns = await readHeader(rows, path, kind.fields)
  const records = toRecords(rows, columns, kind.groupBy)
  await importAll(
    kind,
    kind.createImport(connection, importName),
    toBatches(records, kind.batchSize),
    { columns, sign },
    report,
    io,
  )
  return { summary: report.summary(), importName }
}

async function importAll(
  { batchSize, isInSequence = false }: ImportKind,
  importRecords: ImportRecords,
  batches: AsyncIterable<readonly (readonly TextRow[])[]>,
  cells: Cells,
  report: Report,
  { onInterrupt }: Io,
): Promise<void> {
  let stopped: Stopped | undefined
  // Any later row may rest on one that cannot be read.
  let unreadable: number | undefined
  const readNext = (rows: readonly TextRow[]) => {
    if (unreadable !== undefined) return { rows, record: undefined, fault: notImported(unreadable) }
    const read = readRecord(rows, cells)
    if (isInSequence && !read.record) unreadable = rows[0]?.line
    return read
  }
  const forget = onInterrupt?.(() => {
    stopped = new Stopped('Interrupted.')
    report.note('Stopping after the rows under way. Ctrl-C again ends at once.')
  })
  const work = async (batch: readonly (readonly TextRow[])[]) => {
    // Only before anything is sent: what is under way is waited for.
    if (stopped) return pMapStop
    const read = batch.map(readNext)
    const outcomes = await importRecords(read.flatMap(({ record }) => record ?? []))
    return read.map(({ rows, record, fault }) => ({ rows, outcome: record ? outcomes.shift() : rejected(fault) }))
  }
  const ofBatches = isInSequence ? 1 : BATCHES_IN_FLIGHT
  const concurrency = batchSize ? ofBatches : CALLS_IN_FLIGHT
  try {
    // Outcomes come in the sequence of the file; those that wait for an earlier one hold no further call back.
    for await (const outcomes of pMapIterable(batches, work, { concurrency, backpressure: 2 * concurrency }))
      for (const { rows, outcome } of outcomes) {
        if (outcome?.status === 'fulfilled') for (const { line } of rows) report.done(line, outcome.value)
        else if (!(outcome?.reason instanceof Stopped)) reportBad(rows, outcome?.reason, report)
        else {
          stopped = outcome.reason
          report.missed()
        }
      }
    if (stopped) throw new Stopped(`${stopped.message} ${report.progress()}`)
  } finally {
    report.close()
    forget?.()
  }
}

const rejected = (reason: unknown): PromiseSettledResult<never> => ({ status: 'rejected', reason })

/** The record of some rows, or why one of them cannot be read. */
function readRecord(rows: readonly TextRow[], cells: Cells) {
  try {
    const record: ImportedRecord = { rows: rows.map((row) => toRowInput(row, cells)), line: rows[0]?.line ?? 0 }
    return { rows, record }
  } catch (fault) {
    return { rows, fault }
  }
}

async function* toBatches<T>(records: AsyncIterable<T>, size = 1) {
  let batch: T[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Rows that follow each other with one value in the column, together; without a column, each alone. */
async function* toRecords(rows: AsyncIterable<TextRow>, columns: readonly Column[], groupBy: string | undefined) {
  const column = columns.findIndex((column) => column !== undefined && column.name === groupBy)
  let record: TextRow[] = []
  for await (const row of rows) {
    const isSame = row.cells[column] && row.cells[column] === record[0]?.cells[column]
    if (!isSame && record.length > 0) {
      yield record
      record = []
    }
    record.push(row)
  }
  if (record.length > 0) yield record
}

/** Every row of a refused record is bad; the one that the refusal is about gets the reason. */
function reportBad(rows: readonly TextRow[], error: unknown, report: Report): void {
  const [field = ''] = error instanceof AppError ? Object.keys(error.details ?? {}) : []
  const at = Number(/^lines\[(\d+)\]/.exec(field)?.[1] ?? 0)
  const { line: refused = 0 } = rows[at] ?? {}
  for (const { line } of rows) report.bad(line, line === refused ? error : notImported(refused))
}

async function readHeader(rows: AsyncGenerator<TextRow>, path: string, fields: readonly CommandField[]) {
  const { value: header, done } = await rows.next()
  if (done || header.fault) throw new CtlError(`${path} has no header row.`)
  return toColumns(header.cells, fields)
}

function toRowInput({ cells, fault }: TextRow, { columns, sign }: Cells): Record<string, unknown> {
  if (fault) throw new CtlError(fault)
  // An empty cell at the end is no cell.
  const count = Math.max(cells.findLastIndex((cell) => cell !== '') + 1, Math.min(cells.length, columns.length))
  if (count !== columns.length) throw new CtlError(`The row has ${count} cells, but the header has ${columns.length}.`)
  return toInput(cells.slice(0, count), columns, sign)
}

/**
 * Reads all rows before one is imported: finds out how numbers are written, which may take the whole file, and refuses a row
 * that cannot be told from those around it, if rows rest on each other.
 */
async function checkRows(
  path: string,
  form: CsvForm,
  fields: readonly CommandField[],
  isOneWhole: boolean,
): Promise<DecimalSign> {
  // A point in a file with commas between cells is what exports write.
  const decimals = createDecimalCheck(form.delimiter === ',' ? '.' : undefined)
  const rows = readCsv(path, form, () => undefined)
  const columns = await readHeader(rows, path, fields)
  for await (const { line, cells, fault } of rows) {
    if (fault && isOneWhole) throw new CtlError(`Line ${line} of ${path}: ${fault} Nothing was imported.`)
    for (const [index, cell] of cells.entries()) if (columns[index]?.kind === 'number') decimals.add(cell, line)
  }
  return decimals.end()
}

/** What is unusual about a file; '' if nothing is. */
function describe({ encoding, delimiter }: CsvForm, sign: DecimalSign): string {
  if (encoding === 'utf-8' && delimiter === ',' && sign === '.') return ''
  const numbers = sign === ',' ? ', decimal commas' : ''
  return `${ENCODING_NAMES[encoding]} with ${DELIMITER_NAMES[delimiter]} between cells${numbers}`
}
