import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Params } from '../../../shared/contract/core/operation.ts'
import { inventory, type Lot } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { aMove, anIssue, anItem, aReceipt } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { type Part, type SystemOptions, startSystem, type TestSystem } from '../../support/system/system.ts'

type Of<O extends 'receive' | 'move' | 'issue'> = Partial<Params<(typeof inventory)[O]>>

/** A catalog and an inventory with three warehouses, and short words for what stock tests do all the time. */
export async function startStockWorld(more: readonly Part[] = [], ofInventory: SystemOptions['inventory'] = {}) {
  const services = ['catalog', 'inventory', ...more] as const
  const system: TestSystem = await startSystem({ services, inventory: ofInventory })
  await registerBasics(system.call)
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
      const page = await (wid === undefined
        ? call(inventory.listStockLevels, { pageSize: 250 })
        : call(inventory.listWarehouseStockLevels, { wid, pageSize: 250 }))
      return page.value.find((level) => level.partNo === partNo)
    },
  }
}
