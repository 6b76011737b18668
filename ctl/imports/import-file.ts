import pMap, { pMapStop } from 'p-map'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { type Connection, openConnection } from '../connection/connection.ts'
import { Stopped } from '../connection/retry-while-unavailable.ts'
import { type CommandField, toCommandFields } from '../fields/command-field.ts'
import { CtlError, type Io } from '../output/io.ts'
import { toColumns, toInput } from './columns.ts'
import { type CsvRow, checkTextFile, readCsv } from './csv-rows.ts'
import { createReport, type Report } from './report.ts'

const ROWS_IN_FLIGHT = 16

/** Imports one row; resolves to its outcome. The code before its first `await` runs in the order of the file. */
export type ImportRow = (input: Record<string, unknown>, line: number) => Promise<string>

/** What the rows of a file are. */
export interface ImportKind {
  readonly summary: string
  /** The fields of its input are the columns. */
  readonly operation: Operation
  /** The outcomes of a row, besides `bad`. */
  readonly outcomes: readonly string[]
  readonly createImport: (connection: Connection, importName: string) => ImportRow
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
  const columns = await readHeader(rows, path, toCommandFields(kind.operation))
  const importRow = kind.createImport(connection, importName)
  await importRows(rows, (row) => importRow(toRowInput(row, columns), row.line), report, io)
  return { summary: report.summary(), importName }
}

async function importRows(
  rows: AsyncIterable<CsvRow>,
  importRow: (row: CsvRow) => Promise<string>,
  report: Report,
  { onInterrupt }: Io,
): Promise<void> {
  let stopped: Stopped | undefined
  const forget = onInterrupt?.(() => {
    stopped = new Stopped('Interrupted.')
    report.note('Stopping after the rows under way. Ctrl-C again ends at once.')
  })
  const work = async (row: CsvRow) => {
    if (stopped) return pMapStop
    try {
      report.done(row.line, await importRow(row))
    } catch (error) {
      if (!(error instanceof Stopped)) return report.bad(row.line, error)
      stopped = error
      return pMapStop
    }
    return undefined
  }
  try {
    await pMap(rows, work, { concurrency: ROWS_IN_FLIGHT })
    if (stopped) throw new Stopped(`${stopped.message} ${report.progress()}`)
  } finally {
    report.close()
    forget?.()
  }
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
