import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../contract/core/difference.ts'
import { inSnapshot } from '../transaction.ts'
import { keysBetween } from './buckets.ts'
import { bucketAt, type Compacted, nothingCompacted, readCompacted, sumDeltas } from './compacted.ts'
import { type IndexedList, projectionOf, toListKey } from './indexed-list.ts'
import type { Key } from './page-index.model.ts'

/** Buckets that are verified in one snapshot; a longer one could exceed the lifetime of a transaction. */
const BUCKETS_PER_BLOCK = 64

/**
 * Compares every bucket, with its deltas, with the records that it counts; `expected` is by the records. The deadline is in
 * milliseconds since 1970.
 */
export async function verifyPageIndex(
  connection: Connection,
  list: IndexedList,
  deadline: number,
): Promise<Difference[]> {
  const differences: Difference[] = []
  let known = nothingCompacted(list)
  for (let from: Key | undefined = list.lowestKey; from !== undefined; ) {
    const start: Key = from
    const block: Block = await inSnapshot(connection, deadline, (session) => verifyBlock(list, known, start, session))
    differences.push(...block.differences)
    known = block.compacted
    from = block.next
  }
  return differences
}

interface Block {
  readonly compacted: Compacted
  readonly differences: readonly Difference[]
  /** First key of the next block; undefined behind the last bucket. */
  readonly next: Key | undefined
}

async function verifyBlock(list: IndexedList, known: Compacted, from: Key, session: ClientSession): Promise<Block> {
  const { name, keyField, records } = list
  const compacted = await readCompacted(list, known, session)
  const deltas = await sumDeltas(list, compacted, session)
  const { buckets, until } = compacted
  const first = Math.max(0, bucketAt(buckets, from))
  const block = buckets.slice(first, first + BUCKETS_PER_BLOCK)
  const next = buckets[first + BUCKETS_PER_BLOCK]?.from
  if (block.length === 0) return { compacted, differences: [], next: undefined }

  const surplus = block.map(({ counts }) => new Map(Object.entries(counts)))
  const add = (key: Key, partitionKey: string, count: number) => {
    const counts = surplus[bucketAt(block, key)]
    counts?.set(partitionKey, (counts.get(partitionKey) ?? 0) + count)
  }
  const isInBlock = (key: Key) => bucketAt(block, key) >= 0 && bucketAt(buckets, key) < first + block.length
  for (const { at, partitionKey, change } of deltas) if (isInBlock(at)) add(at, partitionKey, change)
  const counted = surplus.map((counts) => new Map(counts))

  const range = { [keyField]: keysBetween(block[0]?.from ?? from, next ?? until) }
  for await (const record of records.find(range, { session, projection: projectionOf(list) })) {
    const { at, partitionKey } = toListKey(list, record)
    add(at, partitionKey, -1)
  }
  const differences = surplus.flatMap((counts, index) =>
    [...counts].flatMap(([partitionKey, difference]) => {
      if (difference === 0) return []
      const found = counted[index]?.get(partitionKey) ?? 0
      const what = `${name} from ${String(block[index]?.from)}, partition ${partitionKey}`
      return [{ what, expected: `${found - difference}`, found: `${found}` }]
    }),
  )
  return { compacted, differences, next }
}
