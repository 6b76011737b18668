import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Params } from '../../../shared/contract/core/operation.ts'
import { inventory, type Lot } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { aMove, anIssue, anItem, aReceipt } from '../../support/records/factories.ts'
import { type SharedOptions, shareSystemWithBasics } from '../../support/shared/systems.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { type Part, type SystemOptions, startSystem, type TestSystem } from '../../support/system/system.ts'

type Of<O extends 'receive' | 'move' | 'issue'> = Partial<Params<(typeof inventory)[O]>>

/** A catalog and an inventory with three warehouses, and short words for what stock tests do all the time. */
export async function startStockWorld(more: readonly Part[] = [], ofInventory: SystemOptions['inventory'] = {}) {
  const system = await startSystem({ services: ['catalog', 'inventory', ...more], inventory: ofInventory })
  await registerBasics(system.call)
  return stockWorldOn(system)
}

/** The same on a system that the files of this worker share. */
export async function shareStockWorld(more: readonly Part[] = [], ofInventory: SharedOptions['inventory'] = {}) {
  const system = await shareSystemWithBasics({ services: ['catalog', 'inventory', ...more], inventory: ofInventory })
  return stockWorldOn(system)
}

async function stockWorldOn(system: TestSystem) {
  const { call } = await system.createClient()

  return {
    system,
    call,
    ...stockWords(call),
    reconcile: () => system.call(inventory.reconcile, {}),
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  }
}

export type StockWorld = Awaited<ReturnType<typeof startStockWorld>>

/** A world of documents is made on what this gives: a shared system, unless its tests need one of their own. */
export type StartStock = typeof shareStockWorld

/** Stock operations as one client does them. */
export function stockWords(call: Call) {
  return {
    /** A new item's shortID. */
    newItem: async (overrides = {}) => (await call(catalog.createItem, anItem(overrides))).shortID,
    receive: (itemID: string, units: number, more: Of<'receive'> = {}) =>
      call(inventory.receive, aReceipt({ itemID, units, ...more })),
    move: (itemID: string, units: number, more: Of<'move'> = {}) =>
      call(inventory.move, aMove({ itemID, units, ...more })),
    issue: (itemID: string, units: number, more: Of<'issue'> = {}) =>
      call(inventory.issue, anIssue({ itemID, units, ...more })),
    /** The item's lots, lowest recNo first. */
    async lotsOf(itemID: string): Promise<Lot[]> {
      return (await call(inventory.listLots, { itemID, sort: 'recNo', pageSize: 250 })).value
    },
    /** The item's level over all warehouses, or in one. */
    async levelOf(partNo: number, wid?: number) {
      for (let page = 1; ; page++) {
        const query = { page, pageSize: 25, sort: 'partNo', direction: 'DESC' }
        const { value, hasMore } = await (wid === undefined
          ? call(inventory.listStockLevels, query)
          : call(inventory.listWarehouseStockLevels, { wid, ...query }))
        const level = value.find((one) => one.partNo === partNo)
        if (level || !hasMore) return level
      }
    },
  }
}
