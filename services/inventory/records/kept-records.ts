import { createBatchLoader } from '../../../shared/database/batch-loader.ts'

/** How long a record is kept in memory: another process may have changed it. */
const KEPT_MS = 5_000

/** Beyond so many records, all are forgotten. */
const MAX_KEPT = 5_000

interface NumberedRecord {
  readonly _id: number
}

/** Names by number, for those that are registered. */
export const namesOf =
  ({ findMany }: { findMany(ids: Iterable<number>): Promise<ReadonlyMap<number, { readonly name: string }>> }) =>
  async (ids: Iterable<number>): Promise<ReadonlyMap<number, string>> =>
    new Map([...(await findMany(ids))].map(([id, { name }]) => [id, name]))

/** Numbered records that are read far more often than they change, kept in memory for a moment. */
export function createKeptRecords<R extends NumberedRecord>(read: (ids: readonly number[]) => Promise<readonly R[]>) {
  const kept = new Map<number, { readonly record: R | undefined; readonly until: number }>()

  const recall = (id: number) => {
    const known = kept.get(id)
    return known && known.until > performance.now() ? known : undefined
  }
  const remember = (id: number, record: R | undefined) => {
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(id, { record, until: performance.now() + KEPT_MS })
  }
  const load = createBatchLoader<number, R | undefined>(async (ids) => {
    const found = new Map((await read([...new Set(ids)])).map((record) => [record._id, record]))
    // What was missing when it was read may have been made since then.
    for (const id of ids) if (found.has(id) || !recall(id)) remember(id, found.get(id))
    return ids.map((id) => found.get(id))
  })

  return {
    keep: (record: R) => remember(record._id, record),
    /** One that is not in memory is looked for in the database: a record that another process has just made is found. */
    find: async (id: number): Promise<R | undefined> => recall(id)?.record ?? load(id),
    /**
     * Records by number, for those that exist. For descriptions: that a record does not exist is remembered for as long
     * as a record.
     */
    async findMany(ids: Iterable<number>): Promise<ReadonlyMap<number, R>> {
      const found = await Promise.all(
        [...new Set(ids)].map((id) => {
          const known = recall(id)
          return known ? known.record : load(id)
        }),
      )
      return new Map(found.flatMap((record) => (record ? [[record._id, record]] : [])))
    },
  }
}
