import type { ClientSession, Connection } from 'mongoose'
import { inSnapshot } from '../../../shared/database/transaction.ts'

/** Records from one key on, read in one snapshot. */
interface Block<K> {
  /** The key after which the next block begins; undefined behind the last one. */
  readonly next: K | undefined
}

/**
 * Reads records by rising key in many short snapshots: MongoDB ends a transaction that exceeds its lifetime. A block
 * whose snapshot was ended is read again with half as many records. `read` gets the key after which the block begins,
 * at first one that precedes all, and the most records to read. The deadline is in milliseconds since 1970.
 */
export async function* readInBlocks<K, B extends Block<K>>(
  connection: Connection,
  deadline: number,
  { first, maxSize }: { readonly first: K; readonly maxSize: number },
  read: (after: K, size: number, session: ClientSession) => Promise<B>,
): AsyncGenerator<B> {
  let size = maxSize
  for (let after: K | undefined = first; after !== undefined; ) {
    const start: K = after
    const block: B = await inSnapshot(connection, deadline, (session, attempt) => {
      if (attempt.number > 0) size = Math.ceil(size / 2)
      return read(start, size, session)
    })
    yield block
    after = block.next
    size = Math.min(size * 2, maxSize)
  }
}
