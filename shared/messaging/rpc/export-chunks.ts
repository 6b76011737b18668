import { createHash } from 'node:crypto'
import { AppError } from '../../contract/core/errors.ts'
import { type ExportedRecord, type ExportFormat, exportFormats } from '../../contract/core/export-formats.ts'
import type { Operation } from '../../contract/core/operation.ts'
import { type ExportCursor, MAX_SORTED_EXPORT, type RecordId } from '../../contract/core/paging.ts'
import type { CallContext } from '../../process/call-context.ts'
import { MAX_MESSAGE_BYTES, type RpcReply } from '../broker.ts'

/** A handler, with whatever its operation takes and returns. */
export type Handle = (input: unknown, context: CallContext) => Promise<unknown>

/** A message is not trusted: another type than that of an id begins at the beginning. */
export function toCursor({ exportAfter }: CallContext): ExportCursor | undefined {
  if (exportAfter === undefined) return undefined
  return { after: typeof exportAfter === 'string' || typeof exportAfter === 'number' ? exportAfter : undefined }
}

/** A whole export in the sort that it names; undefined if it names none, or is too long to be read and sent at once. */
export async function readSorted(
  operation: Operation,
  input: Record<string, unknown>,
  context: CallContext,
  handle: Handle,
): Promise<Pick<RpcReply, 'records' | 'sorted' | 'body'> | undefined> {
  if (!operation.paged || input.sort === undefined || context.exportAfter !== null) return undefined
  const page = await handle({ ...input, page: 1, pageSize: MAX_SORTED_EXPORT }, context)
  const { totalCount, value } = toRecords(operation.output.parse(page))
  // Records may have been added or removed between the count and the reading.
  if (value.length < totalCount || value.length >= MAX_SORTED_EXPORT) return undefined
  const body = toText(operation, value, context)
  return body.length > MAX_MESSAGE_BYTES ? undefined : { records: value.length, sorted: true, body }
}

/** A chunk of a list: an array is sent as it is, an export in its format. */
export function toChunk(operation: Operation, output: unknown, { next }: ExportCursor, context: CallContext) {
  const further = next === undefined ? {} : { next }
  if (Array.isArray(output)) return { records: output.length, ...further, body: Buffer.from(JSON.stringify(output)) }
  const records = wholeChunk(operation, output)
  return { records: records.length, ...further, body: toText(operation, records, context) }
}

function toText(operation: Operation, records: readonly ExportedRecord[], context: CallContext): Buffer {
  const format = requireFormat(context)
  return Buffer.from(records.map((record) => format.record(record, operation)).join(''))
}

function requireFormat({ exportFormat }: CallContext): ExportFormat {
  const format = Object.values(exportFormats).find(({ type }) => type === exportFormat)
  if (!format) throw new AppError('bad_request', 'The format of the export is unknown.')
  return format
}

/** The output has passed the contract's page envelope. */
const toRecords = (output: unknown) =>
  output as { readonly totalCount: number; readonly value: readonly ExportedRecord[] }

/**
 * The records of a chunk of an export. If a handler read a page instead of what follows the cursor, a cut export would have
 * the end mark.
 */
function wholeChunk({ name }: Operation, output: unknown): readonly ExportedRecord[] {
  const { totalCount, value } = toRecords(output)
  if (value.length === totalCount) return value
  throw new Error(`A part of an export of ${name} has ${value.length} of ${totalCount} records`)
}

/** Reads the records of a list that follow the one with the id, as text; from the beginning with null. */
export type ReadChunk = (after: RecordId | null) => Promise<RpcReply>

/**
 * The text of an export, from its first chunk on; the last piece is the end mark. While a chunk is taken, only the next one
 * is read. Throws if a chunk is refused.
 */
export async function* readExport(
  operation: Operation,
  format: ExportFormat,
  first: RpcReply,
  readChunk: ReadChunk,
): AsyncGenerator<Buffer, void> {
  const digest = createHash('sha256')
  let count = 0
  const header = Buffer.from(format.header(operation))
  digest.update(header)
  yield header
  for await (const { records, body } of readChunks(first, readChunk)) {
    count += records
    digest.update(body)
    yield body
  }
  yield Buffer.from(format.end(count, digest.digest('hex')))
}

/** The text of an array whose chunks are arrays. Throws if a chunk is refused. */
export async function* readArray(first: RpcReply, readChunk: ReadChunk): AsyncGenerator<Buffer, void> {
  let separator = '['
  for await (const { records, body } of readChunks(first, readChunk)) {
    if (records === 0) continue
    yield Buffer.concat([Buffer.from(separator), body.subarray(1, -1)])
    separator = ','
  }
  yield Buffer.from(separator === '[' ? '[]' : ']')
}

async function* readChunks(first: RpcReply, readChunk: ReadChunk) {
  for (let chunk: RpcReply | undefined = first; chunk; ) {
    const { error, records, next, body }: RpcReply = chunk
    if (error || records === undefined) throw new Error(`A part of the export was refused: ${error ?? 'no records'}`)
    const following: Promise<RpcReply> | undefined = next === undefined ? undefined : readChunk(next)
    // Its failure counts when this chunk has been taken.
    following?.catch(() => undefined)
    yield { records, body }
    chunk = await following
  }
}
