import { createBatchLoader } from '../../../shared/database/batch-loader.ts'
import type { Counters } from '../../../shared/database/counters.ts'
import type { ItemRecord } from './item.model.ts'

/** How long kept items are used until it is checked whether a copy has changed (docs/decisions/items.md#42). */
const CHECK_MS = 1_000
/** How long they are used at all: a process of an earlier version counts no change. */
const MAX_AGE_MS = 300_000
/** Beyond so many items, the first that were kept are forgotten. */
const MAX_KEPT = 5_000
/** An item with more aliases is not kept, so that memory is bounded. */
const MAX_ALIASES = 100

/** The number of the last change of a copy. */
const CHANGES = 'itemChanges'

/**
 * Items in memory, by the names they are looked for by. All processes count the changes of copies in one generation number
 * in the database: if it has grown, every process forgets its items.
 */
export function createKeptItems(counters: Pick<Counters, 'last' | 'nextOf'>) {
  // A new map for each generation: what is read under the old one is kept in the old one.
  let kept = new Map<string, ItemRecord>()
  let generation = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  let beganAt = Number.NEGATIVE_INFINITY

  const begin = (now: number) => {
    kept = new Map()
    beganAt = now
  }
  const check = createBatchLoader<typeof CHANGES, void>(async (keys) => {
    const now = performance.now()
    const last = await counters.last(CHANGES)
    if (last !== generation || now > beganAt + MAX_AGE_MS) begin(now)
    generation = last
    checkedAt = now
    return keys.map(() => undefined)
  })

  return {
    /** The item that a name was read for, or reads it. What does not exist is not remembered. */
    async find(name: string, read: () => Promise<ItemRecord | undefined>): Promise<ItemRecord | undefined> {
      if (performance.now() > checkedAt + CHECK_MS) await check(CHANGES)
      const known = kept.get(name)
      if (known) return known
      const into = kept
      const item = await read()
      if (!item || item.aliases.length > MAX_ALIASES) return item
      const [first] = into.size < MAX_KEPT ? [] : into.keys()
      if (first !== undefined) into.delete(first)
      into.set(name, item)
      return item
    },
    /** Has all processes forget their items; called after copies have changed. */
    async forget(): Promise<void> {
      begin(performance.now())
      await counters.nextOf(CHANGES)
    },
  }
}
