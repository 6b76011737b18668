import { z } from 'zod'
import { toTextCell } from '../../sheets/rows.ts'
import type { Operation } from './operation.ts'

export type ExportedRecord = Readonly<Record<string, unknown>>

/** How the records of an export are written (docs/interface.md#exports). */
export interface ExportFormat {
  readonly type: string
  /** Before the records. */
  header(operation: Operation): string
  record(record: ExportedRecord, operation: Operation): string
  /** After the last record: a file without it was cut. The digest is that of everything before it. */
  end(count: number, sha256: string): string
}

/** By their media types. */
export const exportFormats = {
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
} as const satisfies Record<string, ExportFormat>

/** The figures of an end mark; undefined if the text is not an end mark. */
export function readEndMark(text: string): { readonly count: number; readonly sha256: string } | undefined {
  const [, inJson, inCsv] =
    /^(?:\{"end":true,"count":(\d+),"sha256":"[0-9a-f]{64}"\}\n|#end,(\d+),[0-9a-f]{64}\r\n)$/.exec(text) ?? []
  const [sha256 = ''] = /[0-9a-f]{64}/.exec(text) ?? []
  const count = inJson ?? inCsv
  return count === undefined ? undefined : { count: Number(count), sha256 }
}

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

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return toTextCell(typeof value === 'string' ? value : JSON.stringify(value), ',')
}
