import { expect } from 'vitest'
import type { Params } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import type { Change } from '../../../../../shared/contract/notifications/changes.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import type { Call } from '../../../../../shared/messaging/rpc/call.ts'
import { startStockWorld } from '../../stock-world.ts'

type DataOf<T> = Extract<Change, { readonly type: T }>['data']
type Settings = Partial<Params<typeof inventory.putReorderPoint>>

/** A stock world with a feed, and short words for reorder settings and their events. */
export async function startReorderWorld(ofInventory: Parameters<typeof startStockWorld>[1] = {}) {
  const world = await startStockWorld(['notifications'], ofInventory)
  const { call } = world
  const put = (itemID: string, settings: Settings, as: Call = call) =>
    as(inventory.putReorderPoint, { itemID, wid: 1, ...settings })

  async function readFeed(as: Call): Promise<Change[]> {
    const changes: Change[] = []
    for (let since = 0; ; ) {
      const page = await as(notifications.listChanges, { since, limit: 1_000 })
      changes.push(...page.value)
      since = page.next
      if (!page.hasMore) return changes
    }
  }

  return {
    ...world,
    put,
    readFeed,
    /** Events of one type about an item, once all that was done before is in the feed. */
    async eventsOf<T extends 'item.belowMinimum' | 'item.reorderChanged'>(type: T, shortID: string, as: Call = call) {
      const last = await world.newItem()
      // The last change: a reader that has it has everything before it.
      for (const wid of [1, 2]) await put(last, { wid, minimum: 0, reorderTo: 0 })
      const isLast = (change: Change) => change.type === 'item.reorderChanged' && change.data.shortID === last
      const isTold = async () => (await readFeed(as)).some(isLast)
      await expect.poll(isTold, { timeout: 20_000 }).toBe(true)
      return (await readFeed(as)).flatMap(({ type: told, data }) =>
        // The type says what the data is: comparing with a type parameter narrows nothing.
        told === type && 'shortID' in data && data.shortID === shortID ? [data as DataOf<T>] : [],
      )
    },
    position: async (itemID: string, wid = 1) => {
      const { level } = await call(inventory.explainLevel, { itemID, wid })
      return level.available + level.onOrder + level.aSN
    },
  }
}

export type ReorderWorld = Awaited<ReturnType<typeof startReorderWorld>>
