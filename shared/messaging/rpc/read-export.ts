import { createHash } from 'node:crypto'
import type { ExportFormat } from '../../contract/core/export-formats.ts'
import type { Operation } from '../../contract/core/operation.ts'
import type { RecordId } from '../../contract/core/paging.ts'
import type { RpcReply } from '../broker.ts'

/** Reads the records of a list that follow the one with the id; from the beginning with null. */
export type ReadPart = (after: RecordId | null) => Promise<RpcReply>

/**
 * The text of an export, from its first part on; the last piece is the end mark. The next part is read when the piece before was taken.
 * Throws if a part is refused.
 */
export async function* readExport(
  operation: Operation,
  format: ExportFormat,
  first: RpcReply,
  readPart: ReadPart,
): AsyncGenerator<string, void> {
  const digest = createHash('sha256')
  let count = 0
  let header = format.header(operation)
  for (let part = first; ; part = await readPart(part.next)) {
    if (part.error) throw new Error(`A part of the export was refused: ${part.error}`)
    const records = readRecords(part)
    count += records.length
    const text = header + records.map((record) => format.record(record, operation)).join('')
    header = ''
    digest.update(text)
    yield text
    if (part.next === undefined) break
  }
  yield format.end(count, digest.digest('hex'))
}

/** The records of a part, whose body is the page envelope. */
function readRecords({ body }: RpcReply): readonly Readonly<Record<string, unknown>>[] {
  // The service has checked it against the contract.
  return (JSON.parse(body.toString()) as { value: Readonly<Record<string, unknown>>[] }).value
}
