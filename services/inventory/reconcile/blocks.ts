import type { ClientSession, Connection } from 'mongoose'
import { inSnapshot } from '../../../shared/database/transaction.ts'

/** Records from one number on, read in one snapshot. */
interface Block {
  /** The number after which the next block begins; undefined behind the last one. */
  readonly next: number | undefined
}

/**
 * Reads records by rising number in many short snapshots: MongoDB ends a transaction that exceeds its lifetime. A block whose
 * snapshot was ended is read again with half as many records. `read` gets the number after which the block begins, and the most
 * records to read. The deadline is in milliseconds since 1970.
 */
export async function* readInBlocks<B extends Block>(
  connection: Connection,
  deadline: number,
  maxSize: number,
  read: (after: number, size: number, session: ClientSession) => Promise<B>,
): AsyncGenerator<B> {
  let size = maxSize
  for (let after: number | undefined = 0; after !== undefined; ) {
    const start: number = after
    const block: B = await inSnapshot(connection, deadline, (session, attempt) => {
      if (attempt.number > 0) size = Math.ceil(size / 2)
      return read(start, size, session)
    })
    yield block
    after = block.next
    size = Math.min(size * 2, maxSize)
  }
}
