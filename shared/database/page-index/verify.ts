import type { ClientSession } from 'mongoose'
import { bucketAt, nothingCompacted, readCompacted } from './compacted.ts'
import type { IndexedList } from './indexed-list.ts'
import { toListKey } from './split.ts'

/** A bucket whose count for a partition key differs from the number of records. */
export interface Miscount {
  readonly what: string
  /** By the records. */
  readonly expected: string
  /** By the page index. */
  readonly found: string
}

/** Counts every compacted record in the session's snapshot and compares each bucket with it; empty if all agree. */
export async function verifyPageIndex(list: IndexedList, session: ClientSession): Promise<Miscount[]> {
  const { name, keyField, partitionField, records } = list
  const { compacted, deltas } = await readCompacted(list, nothingCompacted(list), session)
  const { buckets, until } = compacted
  const differences = buckets.map(({ counts }) => new Map(Object.entries(counts)))
  const add = (index: number, partitionKey: string, count: number) => {
    const counts = differences[index]
    counts?.set(partitionKey, (counts.get(partitionKey) ?? 0) + count)
  }
  for (const delta of deltas) add(bucketAt(buckets, delta.at), delta.partitionKey, delta.change)
  const counted = differences.map((counts) => new Map(counts))

  const isCompacted = until === null ? {} : { [keyField]: { $lt: until } }
  const projection = { [keyField]: 1, [partitionField]: 1 }
  for await (const record of records.find(isCompacted, { session, projection })) {
    const { at, partitionKey } = toListKey(list, record)
    add(bucketAt(buckets, at), partitionKey, -1)
  }
  return differences.flatMap((counts, index) =>
    [...counts].flatMap(([partitionKey, difference]) => {
      if (difference === 0) return []
      const found = counted[index]?.get(partitionKey) ?? 0
      const what = `${name} from ${String(buckets[index]?.from)}, partition ${partitionKey}`
      return [{ what, expected: `${found - difference}`, found: `${found}` }]
    }),
  )
}
