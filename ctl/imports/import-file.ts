import pMap, { pMapStop } from 'p-map'
import { AppError } from '../../shared/contract/core/errors.ts'
import { type Connection, openConnection } from '../connection/connection.ts'
import { Stopped } from '../connection/retry-while-unavailable.ts'
import type { CommandField } from '../fields/command-field.ts'
import { CtlError, type Io } from '../output/io.ts'
import { toColumns, toInput } from './columns.ts'
import { type CsvRow, checkTextFile, readCsv } from './csv-rows.ts'
import { createReport, type Report } from './report.ts'

const ROWS_IN_FLIGHT = 16

type Row = Readonly<Record<string, unknown>>

/**
 * Imports the rows of one record, the first of which is on `line`; resolves to their outcome. The code before its first `await` runs in
 * the order of the file.
 */
export type ImportRows = (rows: readonly Row[], line: number) => Promise<string>

/** What the rows of a file are. */
export interface ImportKind {
  readonly summary: string
  /** The columns. */
  readonly fields: readonly CommandField[]
  /** Column whose equal cells make rows that follow each other one record; otherwise each row is one. */
  readonly groupBy?: string
  /** The outcomes of a row, besides `bad`. */
  readonly outcomes: readonly string[]
  readonly createImport: (connection: Connection, importName: string) => ImportRows
  /**
   * Set if a row is recognized by the import's name and its line, and not by its content: what to do about bad rows, after the
   * import `importName`.
   */
  readonly repeatHint?: (importName: string) => string
}

export interface ImportOptions {
  /** Instead of the name that the file's name and content give. */
  readonly name?: string | undefined
  readonly asJson: boolean
}

/** Number of rows by outcome; `rows` is their sum. */
export type ImportSummary = Readonly<Record<string, number>>

/**
 * Imports the good rows of a file and reports each bad one on stderr, with its line. Throws a CtlError that says how far it came
 * if it is interrupted or the system does not answer any more.
 */
export async function importFile(
  kind: ImportKind,
  path: string,
  io: Io,
  { name, asJson }: ImportOptions,
): Promise<{ readonly summary: ImportSummary; readonly importName: string }> {
  const file = await checkTextFile(path)
  const importName = name ?? file.contentName
  await using connection = await openConnection(io.env)
  const report = createReport(io, { asJson, totalBytes: file.size, outcomes: kind.outcomes })
  const rows = readCsv(path, report.read)
  const columns = await readHeader(rows, path, kind.fields)
  const importRecord = kind.createImport(connection, importName)
  await importRecords(toRecords(rows, columns, kind.groupBy), columns, importRecord, report, io)
  return { summary: report.summary(), importName }
}

async function importRecords(
  records: AsyncIterable<readonly CsvRow[]>,
  columns: readonly CommandField[],
  importRecord: ImportRows,
  report: Report,
  { onInterrupt }: Io,
): Promise<void> {
  let stopped: Stopped | undefined
  const forget = onInterrupt?.(() => {
    stopped = new Stopped('Interrupted.')
    report.note('Stopping after the rows under way. Ctrl-C again ends at once.')
  })
  const work = async (rows: readonly CsvRow[]) => {
    if (stopped) return pMapStop
    try {
      const inputs = rows.map((row) => toRowInput(row, columns))
      const outcome = await importRecord(inputs, rows[0]?.line ?? 0)
      for (const { line } of rows) report.done(line, outcome)
    } catch (error) {
      if (!(error instanceof Stopped)) return reportBad(rows, error, report)
      stopped = error
      return pMapStop
    }
    return undefined
  }
  try {
    await pMap(records, work, { concurrency: ROWS_IN_FLIGHT })
    if (stopped) throw new Stopped(`${stopped.message} ${report.progress()}`)
  } finally {
    report.close()
    forget?.()
  }
}

/** Rows that follow each other with one value in the column, together; without a column, each alone. */
async function* toRecords(rows: AsyncIterable<CsvRow>, columns: readonly CommandField[], groupBy: string | undefined) {
  const place = columns.findIndex(({ name }) => name === groupBy)
  let record: CsvRow[] = []
  for await (const row of rows) {
    const isSame = place >= 0 && row.cells[place] !== undefined && row.cells[place] === record[0]?.cells[place]
    if (!isSame && record.length > 0) {
      yield record
      record = []
    }
    record.push(row)
  }
  if (record.length > 0) yield record
}

/** Every row of a refused record is bad; the one that the refusal is about gets the reason. */
function reportBad(rows: readonly CsvRow[], error: unknown, report: Report): void {
  const [field = ''] = error instanceof AppError ? Object.keys(error.details ?? {}) : []
  const at = Number(/^lines\[(\d+)\]/.exec(field)?.[1] ?? 0)
  const { line: refused = 0 } = rows[at] ?? {}
  for (const { line } of rows)
    report.bad(line, line === refused ? error : new CtlError(`Not imported, because of line ${refused}.`))
}

async function readHeader(rows: AsyncGenerator<CsvRow>, path: string, fields: readonly CommandField[]) {
  const { value: header, done } = await rows.next()
  if (done || header.fault) throw new CtlError(`${path} has no header row.`)
  return toColumns(header.cells, fields)
}

function toRowInput({ cells, fault }: CsvRow, columns: readonly CommandField[]): Record<string, unknown> {
  if (fault) throw new CtlError(fault)
  if (cells.length !== columns.length) {
    throw new CtlError(`The row has ${cells.length} cells, but the header has ${columns.length}.`)
  }
  return toInput(cells, columns)
}
