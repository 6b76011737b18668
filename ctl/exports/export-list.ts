import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type ExportFormat, exportFormats, readEndMark } from '../../shared/contract/core/export-formats.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { type ReadChunk, readExport } from '../../shared/messaging/rpc/export-chunks.ts'
import type { Connection } from '../connection/connection.ts'
import { retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'
import { toFailure } from '../output/describe-error.ts'
import { CtlError, type Io } from '../output/io.ts'

/** The formats of exports, by the names that operators write. */
export const formatsByName = {
  ndjson: exportFormats['application/x-ndjson'],
  csv: exportFormats['text/csv'],
} as const satisfies Record<string, ExportFormat>

interface Target {
  readonly format: keyof typeof formatsByName
  /** Standard output without it. */
  readonly file: string | undefined
}

/** Writes all records of a list and resolves to their number. Throws a CtlError if the end mark is missing. */
export async function exportList(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  { format, file }: Target,
  { stdout }: Io,
  { readChunk }: Pick<Connection, 'readChunk'>,
): Promise<number> {
  const written = formatsByName[format]
  const next: ReadChunk = (after) => retryWhileUnavailable(() => readChunk(operation, input, written, after))
  // What is refused makes no file.
  const first = await next(null)
  const end = createEndCheck()
  const pieces = readExport(operation, written, first, next)
  const target = file === undefined ? stdout : createWriteStream(file)
  const failure = await pipeline(pieces, end.check, target, { end: file !== undefined }).catch(
    (error: unknown) => error,
  )
  const count = end.count()
  if (failure === undefined && count !== undefined) return count
  const reason = failure === undefined ? '' : ` ${toFailure(failure).message}`
  throw new CtlError(`${file ?? 'The export'} is incomplete: it has no end mark.${reason}`, { cause: failure })
}

/** Reads the end mark of what passes, and compares it with what passed before. */
function createEndCheck() {
  const digest = createHash('sha256')
  let last: Buffer = Buffer.alloc(0)
  return {
    async *check(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        digest.update(last)
        last = piece
        yield piece
      }
    },
    /** The number of records that the end mark says; undefined without an end mark of these records. */
    count() {
      const end = readEndMark(last.toString())
      return end?.sha256 === digest.digest('hex') ? end.count : undefined
    },
  }
}
