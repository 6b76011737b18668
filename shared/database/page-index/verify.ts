import type { ClientSession } from 'mongoose'
import { bucketAt, nothingSealed, readSealed } from './compacted.ts'
import type { Listing } from './indexed-list.ts'
import { toPlaced } from './split.ts'

/** A bucket that counts a place otherwise than the records do. */
export interface Miscount {
  readonly what: string
  readonly expected: string
  readonly found: string
}

/** Counts the sealed records one by one, as the session sees them, and compares every bucket with its changes; none if all is right. */
export async function examineDirectory(listing: Listing, session: ClientSession): Promise<Miscount[]> {
  const { name, key, place, records } = listing
  const { sealed, deltas } = await readSealed(listing, nothingSealed(listing), session)
  const { buckets, until } = sealed
  const differences = buckets.map(({ counts }) => new Map(Object.entries(counts)))
  const add = (index: number, where: string, count: number) => {
    const counts = differences[index]
    counts?.set(where, (counts.get(where) ?? 0) + count)
  }
  for (const delta of deltas) add(bucketAt(buckets, delta.at), delta.place, delta.change)
  const expected = differences.map((counts) => new Map(counts))

  const isSealed = until === null ? {} : { [key]: { $lt: until } }
  for await (const record of records.find(isSealed, { session, projection: { [key]: 1, [place]: 1 } })) {
    const placed = toPlaced(listing, record)
    add(bucketAt(buckets, placed.at), placed.place, -1)
  }
  return differences.flatMap((counts, index) =>
    [...counts].flatMap(([where, difference]) => {
      if (difference === 0) return []
      const found = expected[index]?.get(where) ?? 0
      const from = String(buckets[index]?.from)
      return [{ what: `${name} from ${from}, place ${where}`, expected: `${found - difference}`, found: `${found}` }]
    }),
  )
}
