import { Presets, SingleBar } from 'cli-progress'
import { AppError } from '../../shared/contract/core/errors.ts'
import { CtlError, toFailure } from '../output/failure.ts'
import type { Io } from '../output/present.ts'

interface ReportOptions {
  /** Bad rows as JSON objects, one a line; notes are left out. */
  readonly asJson: boolean
  readonly totalBytes: number
  readonly outcomes: readonly string[]
}

export type Report = ReturnType<typeof createReport>

/** Counts the rows of an import, and writes to stderr: a bar on a terminal, a line for each bad row. */
export function createReport({ stderr }: Io, { asJson, totalBytes, outcomes }: ReportOptions) {
  const counts = new Map(['rows', ...outcomes, 'bad'].map((name) => [name, 0]))
  let lastLine = 1
  let isWhole = true
  const format = ' {bar} {percentage}% | {rows} rows'
  const bar = stderr.isTTY ? new SingleBar({ stream: stderr, format }, Presets.shades_classic) : undefined
  bar?.start(totalBytes, 0, { rows: 0 })

  const count = (line: number, outcome: string) => {
    for (const name of ['rows', outcome]) counts.set(name, (counts.get(name) ?? 0) + 1)
    if (isWhole) lastLine = line
    bar?.update({ rows: counts.get('rows') })
  }
  // On a terminal the line takes the place of the bar, which is drawn again below it.
  const write = (text: string) => stderr.write(`${bar ? '\r\u001B[K' : ''}${text}\n`)

  return {
    read: (bytes: number) => bar?.update(bytes),
    done: count,
    bad(line: number, error: unknown) {
      count(line, 'bad')
      const message = faultsOf(error)
      write(asJson ? JSON.stringify({ line, message }) : `line ${line}: ${message}`)
    },
    /** A row without an outcome: the import came no further than the rows before it. */
    missed: () => {
      isWhole = false
    },
    note: (sentence: string) => {
      if (!asJson) write(sentence)
    },
    close: () => bar?.stop(),
    /** Number of rows by outcome; `rows` is their sum. */
    summary: () => Object.fromEntries(counts),
    /** How far an import came that was stopped. */
    progress() {
      const figures = [...counts].filter(([name]) => name !== 'rows').map(([name, rows]) => `${rows} ${name}`)
      return `Imported up to line ${lastLine}: ${figures.join(', ')}. Repeat the same command to go on.`
    },
  }
}

/** Of a row that is good, and rests on one that is not. */
export const notImported = (line: number) => new CtlError(`Not imported, because of line ${line}.`)

/** What is wrong with a row; the columns have the fields' names, so the messages about them say enough. */
function faultsOf(error: unknown): string {
  const faults = error instanceof AppError ? Object.values(error.details ?? {}).flat() : []
  return faults.length > 0 ? faults.join(' ') : toFailure(error).message
}
