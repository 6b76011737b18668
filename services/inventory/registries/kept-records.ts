import { createBatchLoader } from '../../../shared/database/batch-loader.ts'

/** How long a record is kept in memory: another process may have changed it. */
const KEPT_MS = 5_000

interface NamedRecord {
  readonly _id: number
  readonly name: string
}

/** Numbered records that are read far more often than they change, kept in memory for a moment. */
export interface KeptRecords<R extends NamedRecord> {
  find(id: number): Promise<R | undefined>
  /** Names by number, for those that are registered. */
  namesOf(ids: Iterable<number>): Promise<ReadonlyMap<number, string>>
  keep(record: R): void
}

export function createKeptRecords<R extends NamedRecord>(
  read: (ids: readonly number[]) => Promise<readonly R[]>,
): KeptRecords<R> {
  const kept = new Map<number, { readonly record: R; readonly until: number }>()

  const keep = (record: R) => void kept.set(record._id, { record, until: Date.now() + KEPT_MS })
  const loadMissing = createBatchLoader<number, undefined>(async (ids) => {
    for (const record of await read([...new Set(ids)])) keep(record)
    return ids.map(() => undefined)
  })
  const load = async (ids: readonly number[]) => {
    const now = Date.now()
    const missing = ids.filter((id) => (kept.get(id)?.until ?? 0) <= now)
    await Promise.all(missing.map(loadMissing))
  }

  return {
    keep,
    async find(id) {
      await load([id])
      return kept.get(id)?.record
    },
    async namesOf(ids) {
      const wanted = [...new Set(ids)]
      await load(wanted)
      return new Map(wanted.flatMap((id) => kept.get(id)?.record ?? []).map((record) => [record._id, record.name]))
    },
  }
}
