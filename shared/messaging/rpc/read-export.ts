import { createHash } from 'node:crypto'
import type { ExportFormat } from '../../contract/core/export-formats.ts'
import type { Operation } from '../../contract/core/operation.ts'
import type { RecordId } from '../../contract/core/paging.ts'
import type { RpcReply } from '../broker.ts'

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
