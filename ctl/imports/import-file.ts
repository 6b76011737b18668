import pMap, { pMapStop } from 'p-map'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { type Connection, openConnection } from '../connection/connection.ts'
import { Stopped } from '../connection/retry-while-unavailable.ts'
import { type CommandField, toCommandFields } from '../fields/command-field.ts'
import { describeError } from '../output/describe-error.ts'
import { CtlError, type Io } from '../output/io.ts'
import { toColumns, toInput } from './columns.ts'
import { type CsvRow, checkTextFile, readCsv } from './csv-rows.ts'
import { createProgress } from './progress.ts'

const ROWS_IN_FLIGHT = 16

/** Imports one row; its first steps, up to the first `await`, run in the order of the file. */
export type ImportRow = (input: Record<string, unknown>, line: number) => Promise<string>

/** What a file of rows becomes. */
export interface ImportKind {
  readonly summary: string
  /** Its input's fields are the columns. */
  readonly operation: Operation
  /** What a row can end as, besides `bad`. */
  readonly outcomes: readonly string[]
  readonly createImport: (connection: Connection) => ImportRow
}

/** How many rows ended how. */
export interface ImportResult {
  readonly summary: Readonly<Record<string, number>>
  readonly badRows: number
}

/** Imports the good rows of a file and tells each bad one on stderr, with its line; doing it again changes nothing. */
export async function importFile(kind: ImportKind, path: string, io: Io): Promise<ImportResult> {
  const size = await checkTextFile(path)
  await using connection = await openConnection(io.env)
  const importRow = kind.createImport(connection)
  const counts = new Map(['rows', ...kind.outcomes, 'bad'].map((name) => [name, 0]))
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const progress = createProgress(io, size)

  const rows = readCsv(path, progress.read)
  const columns = await readHeader(rows, path, toCommandFields(kind.operation))
  let stopped: Stopped | undefined
  const work = async (row: CsvRow) => {
    count('rows')
    try {
      count(await importRow(toRowInput(row, columns), row.line))
    } catch (error) {
      if (error instanceof Stopped) {
        stopped = error
        return pMapStop
      }
      count('bad')
      progress.report(`line ${row.line}: ${explainRow(error)}`)
    }
    return progress.done()
  }
  try {
    await pMap(rows, work, { concurrency: ROWS_IN_FLIGHT })
    if (stopped) throw stopped
  } finally {
    progress.stop()
  }
  return { summary: Object.fromEntries(counts), badRows: counts.get('bad') ?? 0 }
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

function explainRow(error: unknown): string {
  const faults = error instanceof AppError ? Object.values(error.details ?? {}).flat() : []
  return faults.length > 0 ? faults.join(' ') : describeError(error).join(' ')
}
