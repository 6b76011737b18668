import { z } from 'zod'
import type { Operation } from '../../shared/contract/core/operation.ts'

type Listed = Readonly<Record<string, unknown>>

/** How the records of an export are written. */
export interface Format {
  readonly type: string
  /** Before the records. */
  header(operation: Operation): string
  record(record: Listed, operation: Operation): string
  /** After the last record: a file without it was cut. The digest is that of everything before it. */
  end(count: number, sha256: string): string
}

export const formats = {
  'application/x-ndjson': {
    type: 'application/x-ndjson; charset=utf-8',
    header: () => '',
    record: (record) => `${JSON.stringify(record)}\n`,
    end: (count, sha256) => `${JSON.stringify({ end: true, count, sha256 })}\n`,
  },
  'text/csv': {
    type: 'text/csv; charset=utf-8; header=present',
    header: (operation) => toRow(fieldsOf(operation)),
    record: (record, operation) => toRow(fieldsOf(operation).map((field) => record[field])),
    end: (count, sha256) => toRow(['#end', count, sha256]),
  },
} as const satisfies Record<string, Format>

const fieldsByName = new Map<string, readonly string[]>()

/** The fields of a list's records, in the sequence of the contract. */
function fieldsOf({ name, output }: Operation): readonly string[] {
  const known = fieldsByName.get(name)
  if (known) return known
  const records = output instanceof z.ZodObject ? output.shape.value : undefined
  const record = records instanceof z.ZodArray ? records.element : undefined
  if (!(record instanceof z.ZodObject)) throw new Error(`The output of ${name} is no page of records`)
  const fields = Object.keys(record.shape)
  fieldsByName.set(name, fields)
  return fields
}

/** A row of CSV (RFC 4180). */
const toRow = (cells: readonly unknown[]) => `${cells.map(toCell).join(',')}\r\n`

/** Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV injection); numbers stay numbers. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
