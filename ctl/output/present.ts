import Table from 'cli-table3'
import { permissionName } from '../../shared/contract/core/access.ts'

/** Streams and environment of a command; `process` has them. */
export interface Io {
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean | undefined }
  readonly env: NodeJS.ProcessEnv
  /** Calls `stop` at the first Ctrl-C, instead of ending the process; returns a function that undoes it. */
  readonly onInterrupt?: (stop: () => void) => () => void
}

type Row = Readonly<Record<string, unknown>>

/** Writes a result to stdout: one JSON value for programs, tables for people. */
export function present(response: unknown, { stdout }: Io, asJson: boolean): void {
  stdout.write(asJson ? `${JSON.stringify(response)}\n` : toText(response))
}

function toText(response: unknown): string {
  if (Array.isArray(response)) return recordsTable(response)
  return isRow(response) ? objectTable(response) : `${cell(response)}\n`
}

/** A row for each record; columns in which no record has a value are left out. */
function recordsTable(records: readonly unknown[]): string {
  const rows = records.filter(isRow)
  if (rows.length === 0) return 'None.\n'
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = all.filter((column) => rows.some((row) => cell(row[column]) !== ''))
  const table = new Table({ head: columns, style: { head: [], border: [] } })
  table.push(...rows.map((row) => columns.map((column) => cell(row[column], column))))
  return `${table.toString()}\n`
}

/** A row for each field; fields that hold records follow as tables of their own. */
function objectTable(object: Row): string {
  const entries = Object.entries(object)
  const nested = entries.filter(([, value]) => isRecords(value))
  const table = new Table({ style: { head: [], border: [] } })
  table.push(...entries.filter(([, value]) => !isRecords(value)).map(([name, value]) => [name, cell(value, name)]))
  const tables = nested.map(([name, value]) => `\n${name}\n${toText(value)}`)
  return `${table.toString()}\n${tables.join('')}`
}

function cell(value: unknown, column = ''): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => cell(one, column)).join(', ')
  if (column === 'permissions' && typeof value === 'number') return `${value} ${permissionName(value) ?? ''}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === undefined ? '' : String(value)
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
const isRecords = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isRow)
